import type { JobType } from '@filemill/client';
import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { Job } from '../../../api/jobs.ts';
import { Ident } from '../../../components/ident.tsx';
import { failureWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { RunAgainButton } from './run-again.tsx';

const words = strings.job;

/** Why the job failed, what to do about it, and the diagnostic id. */
export function Failure({ job, type }: { job: Job; type: JobType | undefined }) {
  const { reason, diagnosticId, ...failure } = job.failure!;
  const known = failureWords(reason);
  const message = 'message' in failure ? (failure.message as string | undefined) : undefined;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} aria-hidden="true" />}
      title={message ?? known.says}
      my="md"
    >
      <p>{known.todo}</p>
      <p>
        {words.diagnosticId}: <Ident value={diagnosticId} name={words.diagnosticId} />
      </p>
      {known.act && <RunAgainButton job={job} type={type} label={known.act} />}
    </Alert>
  );
}
