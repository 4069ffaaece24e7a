import type { JobType } from '@filemill/client';
import { Button, Drawer, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { guessFormat } from '../../../added-files/formats.ts';
import { jobTypeQuery } from '../../../api/job-types.ts';
import { type Job, runAgain } from '../../../api/jobs.ts';
import { describeProblem, findRefusedOption } from '../../../api/problem.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { PasswordAsk } from '../../../components/checked-form/password-ask.tsx';
import { OptionsForm } from '../../../components/options-form/options-form.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { changedOptions, describeMessage, findMissing } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.job;

/** A form with the options of a job, which creates a new job with the same files. */
function RunAgainForm({ job, type, onDone }: { job: Job; type: JobType; onDone: () => void }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [options, setOptions] = useState(() => changedOptions(job.options, type));
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const input = job.inputs[0] && guessFormat(job.inputs[0].filename, job.inputs[0].contentType, [type]);
  const target = typeof options.outputFormat === 'string' ? options.outputFormat : undefined;
  // Options that do not apply to this conversion are left out.
  const { data: fitting = type } = useQuery(jobTypeQuery(workspace.id, type.id, input, target));
  const hint = findMissing(fitting, options, { input });
  const message = problem === undefined ? '' : describeMessage(describeProblem(problem), type);
  const option = findRefusedOption(problem);
  const refused = option ? { option, message } : undefined;
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const started = await runAgain(workspace.id, job.id, options);
      onDone();
      await navigate({ to: '/jobs/$jobId', params: { jobId: started.id } });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Text c="dimmed" mb="md">
        {words.runAgainLead}
      </Text>
      <OptionsForm type={fitting} value={options} onChange={setOptions} input={input} problem={refused} />
      {problem !== undefined && (
        <Text c="red" role="alert">
          {message}
        </Text>
      )}
      <Group mt="lg">
        <Button onClick={run} loading={busy} disabled={hint !== undefined}>
          {words.runAgainWith}
        </Button>
        {hint && <Text c="dimmed">{hint}</Text>}
      </Group>
    </>
  );
}

/** Whether the person may run the job again, and its files are still there. */
export function useMayRunAgain(job: Job): boolean {
  const mayRun = useMay('member');
  const kept = job.inputs.length > 0 && job.inputs.every(({ artifactId }) => artifactId !== undefined);
  return mayRun && kept && job.status !== 'expired';
}

/** Asks for the password of a locked file, and runs its job again with it. */
export function RunWithPassword({ job, type }: { job: Job; type: JobType }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function run(password: string) {
    setBusy(true);
    await attempt(async () => {
      const options = { ...changedOptions(job.options, type), password };
      const started = await runAgain(workspace.id, job.id, options);
      await navigate({ to: '/jobs/$jobId', params: { jobId: started.id } });
    });
    setBusy(false);
  }
  return <PasswordAsk label={words.runAgain} busy={busy} onGive={run} />;
}

export function RunAgainButton({ job, type, label }: { job: Job; type: JobType | undefined; label: string }) {
  const mayRun = useMayRunAgain(job);
  const [opened, { open, close }] = useDisclosure(false);
  if (!mayRun || !type) return null;
  return (
    <>
      <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden="true" />} onClick={open}>
        {label}
      </Button>
      <Drawer opened={opened} onClose={close} position="right" title={words.runAgainTitle(type.title)}>
        <RunAgainForm job={job} type={type} onDone={close} />
      </Drawer>
    </>
  );
}
