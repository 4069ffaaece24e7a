import type { JobType } from '@filemill/client';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { Ban, RefreshCw, Trash2 } from 'lucide-react';
import { cancelJob, deleteJob, hasEnded, type Job, refreshLinks } from '../../../api/jobs.ts';
import { describeProblem } from '../../../api/problem.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { MoreMenu } from '../../../components/more-menu.tsx';
import type { Act } from '../../../components/program/program.ts';
import { ProgramButton } from '../../../components/program/program-button.tsx';
import { removeUnlessUndone } from '../../../undo/hidden.ts';
import { describeJob } from '../../../wording/jobs.ts';
import { changedOptions } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import { RunAgainButton } from './run-again.tsx';

const words = strings.job;

/** Shows an error if the action fails. */
const reportError = (act: Promise<unknown>, done?: string) =>
  act.then(
    () => done && notifications.show({ message: done }),
    error => notifications.show({ color: 'red', message: describeProblem(error) }),
  );

const describeAct = (job: Job, type: JobType | undefined): Act => ({
  runs: job.type,
  takesMany: type?.inputs === 'many',
  options: changedOptions(job.options, type),
  filenames: job.inputs.length > 0 ? job.inputs.map(({ filename }) => filename) : [words.someFile],
  result: job.result?.files[0]?.filename ?? words.someResult,
});

export function Actions({ job, type }: { job: Job; type: JobType | undefined }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const mayChange = useMay('member') && job.source !== 'recipe';
  const remove = () => {
    removeUnlessUndone(job.id, strings.jobs.deleted(describeJob(job, type)), () =>
      deleteJob(workspace.id, job.id),
    );
    void navigate({ to: '/jobs' });
  };
  return (
    <>
      <ProgramButton act={describeAct(job, type)} />
      {mayChange && !hasEnded(job.status) && (
        <Button
          variant="default"
          leftSection={<Ban size={16} aria-hidden="true" />}
          onClick={() => reportError(cancelJob(workspace.id, job.id))}
        >
          {words.cancel}
        </Button>
      )}
      {hasEnded(job.status) && <RunAgainButton job={job} type={type} label={words.runAgain} />}
      {mayChange && (
        <MoreMenu label={words.more}>
          {job.status === 'completed' && (
            <Menu.Item
              leftSection={<RefreshCw size={16} />}
              onClick={() => reportError(refreshLinks(workspace.id, job.id), words.linksRefreshed)}
            >
              {words.refreshLinks}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={remove}>
            {words.delete}
          </Menu.Item>
        </MoreMenu>
      )}
    </>
  );
}
