import type { JobType } from '@filemill/client';
import { Progress, Skeleton, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import {
  hasEnded,
  type Job,
  type JobHistory,
  jobHistoryQuery,
  jobQuery,
  useFollowedJob,
} from '../../../api/jobs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back/back.tsx';
import { LiveText } from '../../../components/live-text/live-text.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { describeGain } from '../../../components/preview/size-change.ts';
import { ResultPage } from '../../../components/result/result.tsx';
import { State } from '../../../components/state/state.tsx';
import { TimeLeft } from '../../../components/time-left.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatDuration } from '../../../wording/figures.ts';
import { describeJob, describeTarget, showsLiveText } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import type { ShownWarning } from '../../../wording/warnings.ts';
import { About } from './about.tsx';
import { Actions } from './actions.tsx';
import { JobEvents } from './events.tsx';
import { Failure } from './failure.tsx';
import { InputPreview, Inputs } from './inputs.tsx';
import classes from './job-page.module.css';
import { Options } from './options.tsx';
import { useRemedies } from './remedies.ts';
import { Timeline } from './timeline.tsx';

const words = strings.job;

type Result = NonNullable<Job['result']> & {
  warnings?: ShownWarning[];
  archiveUrl?: string;
};

/** The reasons for which the browser cannot show the input either. */
const unreadable = new Set<string | undefined>(['unreadable_input', 'password_required', 'wrong_password']);

/** The progress of a job that has not ended, in words. */
function Underway({
  workspaceId,
  job,
  types,
  history,
}: {
  workspaceId: string;
  job: Job;
  types: JobType[];
  history: JobHistory | undefined;
}) {
  if (hasEnded(job.status)) return null;
  const ahead = history?.ahead;
  const text =
    job.status === 'queued'
      ? ahead
        ? words.waitingFor(ahead)
        : words.next
      : job.status === 'processing'
        ? strings.convert.state.working(job.progress)
        : words[job.status as 'pending' | 'uploading'];
  return (
    <div className={classes.underway}>
      <div className={classes.state}>
        <Text role="status">{text}</Text>
        <Text component="div" c="dimmed" className={classes.pace}>
          {job.status === 'processing' && (
            <>
              {job.startedAt && <Elapsed since={job.startedAt} />}
              <TimeLeft since={job.startedAt} progress={job.progress} />
            </>
          )}
        </Text>
      </div>
      {job.status === 'processing' && <Progress value={job.progress} mt={8} aria-label={words.progress} />}
      {showsLiveText(job, types) && <LiveText workspaceId={workspaceId} jobId={job.id} />}
    </div>
  );
}

const shownAfterMs = 10_000;

/** For how long a job has been running. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const elapsed = now - Date.parse(since);
  // Most jobs end sooner than anybody reads this.
  if (elapsed < shownAfterMs) return null;
  return <span>{words.runningFor(formatDuration(Math.floor(elapsed / 1000) * 1000))}</span>;
}

export function JobPage() {
  const workspace = useWorkspace();
  const { jobId } = useParams({ from: '/shell/jobs/$jobId' });
  const types = useJobTypes();
  const { data: job, error, refetch } = useQuery(jobQuery(workspace.id, jobId));
  useFollowedJob(workspace.id, job);
  const { data: history } = useQuery(jobHistoryQuery(workspace.id, jobId, job?.status));
  const type = types.find(({ id }) => id === job?.type);
  const result = job?.result as Result | undefined;
  const remedies = useRemedies(job);
  const [input, ...others] = job?.inputs ?? [];
  const source = others.length === 0 ? input : undefined;
  const back = <Back to="/jobs">{strings.jobs.title}</Back>;
  if (!job)
    return (
      <Page title={words.title} back={back}>
        {error ? (
          <LoadError error={error} onRetry={refetch} list={{ to: '/jobs', title: strings.jobs.title }} />
        ) : (
          <Skeleton height={240} aria-busy="true" />
        )}
      </Page>
    );
  return (
    <Page
      title={describeJob(job, type)}
      back={back}
      lead={
        <span className={classes.lead}>
          <State state={job.status} />
          {type && describeTarget(job, type) !== type.title && (
            <span className={classes.type}>{type.title}</span>
          )}
          <When time={job.createdAt} />
        </span>
      }
      actions={<Actions job={job} type={type} />}
      shortLead
    >
      <ResultPage
        files={result?.files ?? []}
        fileCount={result?.fileCount}
        archiveUrl={result?.archiveUrl}
        warnings={result?.warnings}
        remedies={remedies}
        sourceId={source?.artifactId}
        gain={
          source && describeGain({ ...source, size: source.fileSize }, result?.files ?? [], job.type)?.text
        }
        deletes={job.deleteAfterDownload}
        instead={
          <>
            <Underway workspaceId={workspace.id} job={job} types={types} history={history} />
            {job.failure && <Failure job={job} type={type} />}
            {!job.deleteAfterDownload && !unreadable.has(job.failure?.reason) && <InputPreview job={job} />}
          </>
        }
      >
        <Inputs job={job} />
        <Options job={job} type={type} />
        {history && <Timeline timeline={history.timeline} />}
        {history && <JobEvents history={history} />}
        <About job={job} origin={history?.origin} />
      </ResultPage>
    </Page>
  );
}
