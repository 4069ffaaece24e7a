import type { JobEventRecord } from '@filemill/client';
import { Button, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Batch } from '../../api/batches.ts';
import { type EventType, eventsQuery, eventTypes } from '../../api/events.ts';
import { recipesQuery } from '../../api/recipes.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { useBatchTitle } from '../../components/use-batch-title.ts';
import { When } from '../../components/when/when.tsx';
import { describeInputs } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';
import classes from './events-page.module.css';

const words = strings.events;

/** The parts of an event's subject that name it. A golden file has a name of its own. */
interface Named {
  inputs?: { filename: string }[];
  recipeId?: string;
  name?: string;
}

/** Describes the subject of an event: the files of the job, the batch, the recipe of the run, or the golden file. */
function useSubject(): (event: JobEventRecord) => string {
  const describeBatch = useBatchTitle();
  const { data: recipes = [] } = useQuery(recipesQuery(useWorkspace().id));
  return ({ type, data }) => {
    const { inputs, recipeId, name } = data as Named;
    if (type.startsWith('batch.')) return describeBatch(data as unknown as Batch);
    if (type.startsWith('run.'))
      return recipes.find(({ id }) => id === recipeId)?.name ?? strings.recipes.deletedRecipe;
    return inputs ? describeInputs({ inputs }) : (name ?? data.id);
  };
}

/** One event; when opened, it shows the body sent to webhooks. */
function EventRow({ event, about }: { event: JobEventRecord; about: string }) {
  const [opened, setOpened] = useState(false);
  const isJob = event.type.startsWith('job.');
  return (
    <li className={classes.event}>
      <div className={classes.line}>
        <UnstyledButton
          className={classes.open}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          data-failed={event.type.endsWith('failed') || undefined}
        >
          <ChevronRight size={14} aria-hidden="true" />
          <code>{event.type}</code>
        </UnstyledButton>
        {isJob ? (
          <Link to="/jobs/$jobId" params={{ jobId: event.data.id }} className={`${classes.about} ellipsis`}>
            {about}
          </Link>
        ) : event.type === 'batch.completed' ? (
          <Link
            to="/batches/$batchId"
            params={{ batchId: event.data.id }}
            className={`${classes.about} ellipsis`}
          >
            {about}
          </Link>
        ) : event.type.startsWith('golden_file.') ? (
          <Link
            to="/recipes/$recipeId"
            params={{ recipeId: String(event.data.recipeId) }}
            className={`${classes.about} ellipsis`}
          >
            {about}
          </Link>
        ) : (
          <Link to="/runs/$runId" params={{ runId: event.data.id }} className={`${classes.about} ellipsis`}>
            {about}
          </Link>
        )}
        <span className="dim">
          <When time={event.timestamp} />
        </span>
      </div>
      {opened && <CodeBlock code={JSON.stringify(event, null, 2)} name={words.body} />}
    </li>
  );
}

export function EventsPage() {
  const describeSubject = useSubject();
  const workspace = useWorkspace();
  const { type } = useSearch({ from: '/shell/events' });
  const navigate = useNavigate({ from: '/events' });
  const query = useInfiniteQuery(eventsQuery(workspace.id, type));
  const { data, error, isPending, refetch } = query;
  const events = data?.pages.flatMap(page => page.events) ?? [];
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <NativeSelect
          aria-label={words.type}
          value={type ?? ''}
          onChange={event => {
            const chosen = event.currentTarget.value as EventType | '';
            void navigate({ search: chosen ? { type: chosen } : {}, replace: true });
          }}
          data={[{ value: '', label: words.all }, ...eventTypes]}
        />
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {isPending && <Skeleton height={200} />}
      {data && events.length === 0 && (
        <Empty icon={Activity} title={words.empty} text={words.emptyText}>
          <Button component={Link} to="/webhooks" variant="default">
            {words.addWebhook}
          </Button>
        </Empty>
      )}
      <ul className={classes.events} aria-label={words.title}>
        {events.map(event => (
          <EventRow key={event.id} event={event} about={describeSubject(event)} />
        ))}
      </ul>
      <MoreButton query={query}>{words.older}</MoreButton>
    </Page>
  );
}
