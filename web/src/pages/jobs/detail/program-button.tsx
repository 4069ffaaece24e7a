import type { JobType } from '@filemill/client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../api/jobs.ts';
import { changedOptions } from '../../../components/option-words.ts';
import type { Act } from '../../../components/program/program.ts';
import { ProgramDialog } from '../../../components/program/program-dialog.tsx';
import { strings } from '../../../strings.ts';

const words = strings.program;

/** The `</>` of a job: how a program does the same. */
export function ProgramButton({ job, type }: { job: Job; type: JobType | undefined }) {
  const [act, setAct] = useState<Act>();
  const open = () =>
    setAct({
      jobType: job.type,
      options: changedOptions(job.options, type),
      filename: job.inputs[0]?.filename ?? strings.job.someFile,
      result: job.result?.files[0]?.filename ?? strings.job.someResult,
    });
  return (
    <>
      <Tooltip label={words.title}>
        <ActionIcon size="lg" variant="default" onClick={open} aria-label={words.title}>
          <CodeXml size={18} />
        </ActionIcon>
      </Tooltip>
      <ProgramDialog act={act} onClose={() => setAct(undefined)} />
    </>
  );
}
