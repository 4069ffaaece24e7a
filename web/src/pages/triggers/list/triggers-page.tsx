import type { Trigger } from '@filemill/client';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Zap } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { recipesQuery } from '../../../api/recipes.ts';
import { createTrigger, triggersQuery } from '../../../api/triggers.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { useNewDialog } from '../../../components/dialogs/use-new-dialog.ts';
import { Empty } from '../../../components/empty/empty.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { useHidden } from '../../../undo/hidden.ts';
import { strings } from '../../../wording/strings.ts';
import { describeAction, describeStart } from '../describe.ts';
import { TriggerState } from '../trigger-state.tsx';

const words = strings.triggers;
const columns = [
  { title: words.name },
  { title: words.work },
  { title: words.start },
  { title: words.state },
] satisfies Column[];
const [, work, start, state] = columns as [Column, Column, Column, Column];

/** The form is loaded on first use, because it includes the options of every job type. */
const TriggerForm = lazy(() =>
  import('../form/trigger-form.tsx').then(({ TriggerForm }) => ({ default: TriggerForm })),
);

function TriggerTable({ triggers }: { triggers: Trigger[] }) {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id));
  return (
    <Rows caption={words.title} columns={columns}>
      {triggers.map(trigger => (
        <tr key={trigger.id} {...(!trigger.enabled && { 'data-quiet': true })}>
          <NameCell
            name={
              <Link to="/triggers/$triggerId" params={{ triggerId: trigger.id }}>
                {trigger.name}
              </Link>
            }
          />
          <Cell of={work}>{describeAction(trigger, types, recipes)}</Cell>
          <Cell of={start}>{describeStart(trigger)}</Cell>
          <Cell of={state}>
            <TriggerState trigger={trigger} />
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** Lists the triggers, which start work for new files or at times. */
export function TriggersPage() {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('member');
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(triggersQuery(workspaceId));
  const [creating, setCreating] = useNewDialog();
  const hidden = useHidden();
  const triggers = data?.filter(({ id }) => !hidden.has(id));
  const create = mayChange && (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={triggers && triggers.length > 0 && create}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!triggers && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {triggers?.length === 0 && (
        <Empty icon={Zap} title={words.empty} text={words.emptyText}>
          {create}
        </Empty>
      )}
      {triggers && triggers.length > 0 && <TriggerTable triggers={triggers} />}
      {creating && (
        <Suspense>
          <TriggerForm
            onClose={() => setCreating(false)}
            onSubmit={async trigger => {
              const { id } = await createTrigger(workspaceId, trigger);
              setCreating(false);
              await navigate({ to: '/triggers/$triggerId', params: { triggerId: id } });
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
