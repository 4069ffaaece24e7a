import type { Job } from '@filemill/client';
import { useRef, useState } from 'react';
import { sayProblem } from '../../../api/problem.ts';
import { keepFile, tryStep } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import type { DraftStep } from '../draft.ts';

/** How one step of a trial fares. */
export interface TrialStep {
  job?: Job;
  problem?: string;
}

export interface TrialInput {
  name: string;
  /** A file to send, or one that is kept there already. */
  file?: File;
  artifactId?: string;
}

export interface TrialRun {
  steps: TrialStep[];
  input?: TrialInput;
  /** How much of the file is sent, from 0 to 1. */
  sent?: number;
  problem?: string;
  busy: boolean;
}

/** Runs the steps as they stand, saved or not, one after the other: each makes the file that the next one takes. */
export function useTrial() {
  const workspace = useWorkspace();
  const [run, setRun] = useState<TrialRun>({ steps: [], busy: false });
  const turn = useRef(0);

  const start = async (steps: DraftStep[], input: TrialInput) => {
    turn.current += 1;
    const mine = turn.current;
    // What an earlier trial still tells is no longer of interest.
    const tell = (change: (run: TrialRun) => TrialRun) => {
      if (turn.current === mine) setRun(change);
    };
    const tellStep = (index: number, step: TrialStep) =>
      tell(before => {
        const told = [...before.steps];
        told[index] = step;
        return { ...before, steps: told };
      });
    setRun({ steps: [], input, busy: true });
    try {
      let artifactId =
        input.artifactId ??
        (await keepFile(workspace.id, input.file!, sent => tell(before => ({ ...before, sent }))));
      for (const [index, step] of steps.entries()) {
        const job = await tryStep(workspace.id, step, artifactId, told => tellStep(index, { job: told }));
        const [output] = job.result?.files ?? [];
        if (job.status !== 'completed' || !output) break;
        artifactId = output.artifactId;
      }
    } catch (error) {
      tell(before => ({ ...before, problem: sayProblem(error) }));
    } finally {
      tell(before => ({ ...before, busy: false }));
    }
  };

  const clear = () => {
    turn.current += 1;
    setRun({ steps: [], busy: false });
  };
  return { ...run, start, clear };
}

export type TrialHandle = ReturnType<typeof useTrial>;
