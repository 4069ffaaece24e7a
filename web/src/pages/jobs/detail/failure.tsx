import type { JobType } from '@filemill/client';
import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { addArtifact } from '../../../added-files/add.ts';
import { changeItem } from '../../../added-files/store.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import type { Job } from '../../../api/jobs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Ident } from '../../../components/ident.tsx';
import { describeFailure, failureWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { RunAgainButton } from './run-again.tsx';

const words = strings.job;
/** The action for damaged documents. */
const repairs = 'pdf-repair';

/** Why the job failed, what to do about it, and the diagnostic id. */
export function Failure({ job, type }: { job: Job; type: JobType | undefined }) {
  const { reason, diagnosticId } = job.failure!;
  const workspace = useWorkspace();
  const jobTypes = useJobTypes();
  const navigate = useNavigate();
  const known = failureWords(reason);
  const input = job.inputs[0];
  const canRepair =
    reason === 'unreadable_input' &&
    job.type !== repairs &&
    input?.artifactId &&
    /\.pdf$/i.test(input.filename);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} aria-hidden="true" />}
      title={describeFailure(job.failure!, job.type)}
      my="md"
    >
      <p>{known.todo}</p>
      <p>
        {words.diagnosticId}: <Ident value={diagnosticId} name={words.diagnosticId} />
      </p>
      {canRepair && (
        <Button
          onClick={() => {
            const item = addArtifact(
              workspace.id,
              { artifactId: input.artifactId!, filename: input.filename, size: input.fileSize },
              jobTypes,
            );
            changeItem(item.id, { target: repairs });
            void navigate({ to: '/' });
          }}
        >
          {strings.convert.repair}
        </Button>
      )}
      {known.act && <RunAgainButton job={job} type={type} label={known.act} />}
    </Alert>
  );
}
