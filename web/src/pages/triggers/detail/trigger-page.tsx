import type { Trigger } from '@filemill/client';
import { Alert, Button, Menu, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { connectionsQuery } from '../../../api/connections.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import { recipesQuery } from '../../../api/recipes.ts';
import { changeTrigger, deleteTrigger, triggerQuery } from '../../../api/triggers.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back/back.tsx';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { Page } from '../../../components/page.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { removeUnlessUndone } from '../../../undo/hidden.ts';
import { strings } from '../../../wording/strings.ts';
import { describeAction, describeInterval, describeOutput, describeStart } from '../describe.ts';
import { TriggerState } from '../trigger-state.tsx';
import { Log } from './log.tsx';

const words = strings.triggers;

/** The form is loaded on first use, because it includes the options of every job type. */
const ChangeTriggerForm = lazy(() =>
  import('../form/trigger-form.tsx').then(({ ChangeTriggerForm }) => ({ default: ChangeTriggerForm })),
);

function Actions({ trigger }: { trigger: Trigger }) {
  const { id, name, enabled } = trigger;
  const [editing, setEditing] = useState(false);
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const remove = () => {
    removeUnlessUndone(id, words.deleted(name), () => deleteTrigger(workspaceId, id));
    void navigate({ to: '/triggers' });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={enabled ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        onClick={() => attempt(() => changeTrigger(workspaceId, id, { enabled: !enabled }))}
      >
        {enabled ? words.pause : words.resume}
      </Button>
      <Button
        variant="default"
        leftSection={<Pencil size={16} aria-hidden="true" />}
        onClick={() => setEditing(true)}
      >
        {words.edit}
      </Button>
      <MoreMenu label={words.more}>
        <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={remove}>
          {words.delete}
        </Menu.Item>
      </MoreMenu>
      {editing && (
        <Suspense>
          <ChangeTriggerForm
            trigger={trigger}
            onClose={() => setEditing(false)}
            onSubmit={async change => {
              await changeTrigger(workspaceId, id, change);
              setEditing(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function About({ trigger }: { trigger: Trigger }) {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id));
  const { data: connections = [] } = useQuery(connectionsQuery(workspace.id));
  const name = describeAction(trigger, types, recipes);
  const { recipeId, watch } = trigger;
  return (
    <Facts>
      <Fact name={words.state}>
        <TriggerState trigger={trigger} />
      </Fact>
      <Fact name={words.work}>
        {recipeId && recipes.some(({ id }) => id === recipeId) ? (
          <Link to="/recipes/$recipeId" params={{ recipeId }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Fact>
      <Fact name={words.start}>
        {describeStart(trigger)}
        {watch && <span className="dim"> · {describeInterval(watch.everySeconds ?? 60)}</span>}
      </Fact>
      <Fact name={words.output}>
        <bdi>{describeOutput(trigger, connections)}</bdi>
      </Fact>
      <Fact name={words.id}>
        <Ident value={trigger.id} name={words.id} />
      </Fact>
    </Facts>
  );
}

/** One trigger: what it starts, and what it has done. */
export function TriggerPage() {
  const { triggerId } = useParams({ from: '/shell/triggers/$triggerId' });
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('member');
  const { data: trigger, error, refetch } = useQuery(triggerQuery(workspaceId, triggerId));
  return (
    <Page
      title={trigger?.name ?? words.one}
      back={<Back to="/triggers">{words.title}</Back>}
      actions={trigger && mayChange && <Actions trigger={trigger} />}
    >
      {error && !trigger && (
        <LoadError error={error} onRetry={refetch} list={{ to: '/triggers', title: words.title }} />
      )}
      {!trigger && !error && <Skeleton height={200} aria-label={strings.acts.loading} />}
      {trigger && (
        <>
          {trigger.enabled && trigger.problem && (
            <Alert color="red" variant="outline" role="alert" title={words.failing} mt="md">
              {trigger.problem}
            </Alert>
          )}
          <About trigger={trigger} />
          <Log trigger={trigger} />
        </>
      )}
    </Page>
  );
}
