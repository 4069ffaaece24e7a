import type { JobType } from '@filemill/client';
import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { Job } from '../../../api/jobs.ts';
import { Ident } from '../../../components/ident.tsx';
import { useRepair } from '../../../components/use-repair.ts';
import { describeFailure, failureWords, isLocked } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { RunAgainButton, RunWithPassword, useMayRunAgain } from './run-again.tsx';

const words = strings.job;

/** Why the job failed, what to do about it, and the diagnostic id. */
export function Failure({ job, type }: { job: Job; type: JobType | undefined }) {
  const { reason, diagnosticId } = job.failure!;
  const known = failureWords(reason);
  const input = job.inputs[0];
  const repair = useRepair(input && { ...input, size: input.fileSize }, job.failure, job.type);
  const mayRun = useMayRunAgain(job);
  // A job of several files has an option for the password of each.
  const asksPassword = mayRun && isLocked(reason) && job.inputs.length === 1;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} aria-hidden="true" />}
      title={describeFailure(job.failure!, type)}
      mb="md"
    >
      <p>{known.todo}</p>
      <p>
        {words.diagnosticId}: <Ident value={diagnosticId} name={words.diagnosticId} />
      </p>
      {repair && <Button onClick={repair}>{strings.convert.repair}</Button>}
      {asksPassword && type ? (
        <RunWithPassword job={job} type={type} />
      ) : (
        known.act && <RunAgainButton job={job} type={type} label={known.act} />
      )}
    </Alert>
  );
}
