import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { addArtifact } from '../../../added-files/add.ts';
import { guessFormat } from '../../../added-files/formats.ts';
import { changeItem } from '../../../added-files/store.ts';
import { listTargets } from '../../../added-files/targets.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import { type Job, runAgain } from '../../../api/jobs.ts';
import { describeProblem } from '../../../api/problem.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import type { Remedies } from '../../../components/result/warning.tsx';
import { changedOptions } from '../../../wording/options.ts';

/** The actions against warnings of a job whose file is still stored. */
export function useRemedies(job: Job | undefined): Remedies {
  const workspace = useWorkspace();
  const jobTypes = useJobTypes();
  const navigate = useNavigate();
  const mayRun = useMay('member');
  const input = job?.inputs[0];
  const artifactId = input?.artifactId;
  if (!job || !input || artifactId === undefined || !mayRun) return {};
  const stored = {
    artifactId,
    filename: input.filename,
    contentType: input.contentType,
    size: input.fileSize,
  };
  const type = jobTypes.find(({ id }) => id === job.type);
  const format = guessFormat(stored.filename, stored.contentType, jobTypes);
  const [recognition] = listTargets(format, jobTypes).filter(({ jobType }) => jobType.converts === 'words');
  return {
    allSheets: () =>
      runAgain(workspace.id, job.id, { ...changedOptions(job.options, type), sheet: 'all' }).then(
        ({ id }) => navigate({ to: '/jobs/$jobId', params: { jobId: id } }),
        error => notifications.show({ color: 'red', message: describeProblem(error) }),
      ),
    recognise:
      recognition &&
      (() => {
        const item = addArtifact(workspace.id, stored, jobTypes);
        changeItem(item.id, { target: recognition.id });
        void navigate({ to: '/' });
      }),
  };
}
