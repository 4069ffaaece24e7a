import { Button, Skeleton, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, ListChecks, SearchX } from 'lucide-react';
import { jobCountQuery, jobsQuery } from '../../../api/jobs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Empty } from '../../../components/empty/empty.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Page } from '../../../components/page.tsx';
import { useHidden } from '../../../undo/hidden.ts';
import { strings } from '../../../wording/strings.ts';
import { asQuery, type Filters, startOfDay } from '../filters.ts';
import { FilterBar } from './filter-bar.tsx';
import { JobTable } from './job-table.tsx';

const words = strings.jobs;

/** A link to today's failures. */
function FailedToday() {
  const workspace = useWorkspace();
  const { data } = useQuery(jobCountQuery(workspace.id, { status: 'failed', createdAfter: startOfDay(0) }));
  if (!data || data.count === 0) return null;
  return (
    <Button
      component={Link}
      to="/jobs"
      search={{ state: 'failed', day: 'today' } as never}
      variant="light"
      color="red"
      leftSection={<CircleAlert size={16} aria-hidden="true" />}
    >
      {words.failedToday(data.more ? '99+' : String(data.count))}
    </Button>
  );
}

export function JobsPage() {
  const workspace = useWorkspace();
  const filters = useSearch({ from: '/shell/jobs' });
  const navigate = useNavigate({ from: '/jobs' });
  const hidden = useHidden();
  const query = useInfiniteQuery(jobsQuery(workspace.id, asQuery(filters)));
  const { data, error, isPending, refetch } = query;
  const jobs = data?.pages.flatMap(page => page.jobs).filter(job => !hidden.has(job.id)) ?? [];
  const change = (next: Filters) => navigate({ search: next, replace: true });
  const filtered = Object.keys(filters).length > 0;
  return (
    <Page title={words.title} actions={<FailedToday />}>
      <FilterBar filters={filters} onChange={change} />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {isPending && (
        <Stack gap={8} role="status" aria-label={words.loading}>
          {[1, 2, 3, 4, 5].map(n => (
            <Skeleton key={n} height={44} />
          ))}
        </Stack>
      )}
      {data && jobs.length === 0 && filtered && (
        <Empty icon={SearchX} title={words.noMatch} text={words.noMatchText}>
          <Button variant="default" onClick={() => change({})}>
            {words.clearFilters}
          </Button>
        </Empty>
      )}
      {data && jobs.length === 0 && !filtered && (
        <Empty icon={ListChecks} title={words.empty} text={words.emptyText}>
          <Button component={Link} to="/">
            {words.convertFirst}
          </Button>
          <Button component={Link} to="/keys" variant="default">
            {words.makeKey}
          </Button>
        </Empty>
      )}
      {jobs.length > 0 && (
        <JobTable
          jobs={jobs}
          gathers={!filters.state && !filters.type}
          isCut={query.hasNextPage && !filtered}
        />
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </Page>
  );
}
