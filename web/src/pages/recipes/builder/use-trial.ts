import type { Job } from '@filemill/client';
import { useRef, useState } from 'react';
import { describeProblem } from '../../../api/problem.ts';
import { tryStep, uploadFile } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import type { DraftStep } from '../draft.ts';

/** The state of one step in a trial. */
export interface TrialStep {
  job?: Job;
  problem?: string;
}

export interface TrialInput {
  name: string;
  /** A file to upload, or a stored one. */
  file?: File;
  artifactId?: string;
}

export interface TrialRun {
  steps: TrialStep[];
  input?: TrialInput;
  /** The uploaded part of the file, from 0 to 1. */
  sent?: number;
  problem?: string;
  busy: boolean;
}

/** Runs the current steps one after the other, saved or not: the output of each is the input of the next. */
export function useTrial() {
  const workspace = useWorkspace();
  const [run, setRun] = useState<TrialRun>({ steps: [], busy: false });
  const trial = useRef(0);

  const start = async (steps: DraftStep[], input: TrialInput) => {
    trial.current += 1;
    const mine = trial.current;
    // Updates of an earlier trial are ignored.
    const update = (change: (run: TrialRun) => TrialRun) => {
      if (trial.current === mine) setRun(change);
    };
    const updateStep = (index: number, step: TrialStep) =>
      update(before => {
        const next = [...before.steps];
        next[index] = step;
        return { ...before, steps: next };
      });
    setRun({ steps: [], input, busy: true });
    try {
      let artifactId =
        input.artifactId ??
        (await uploadFile(workspace.id, input.file!, sent => update(before => ({ ...before, sent }))));
      for (const [index, step] of steps.entries()) {
        const job = await tryStep(workspace.id, step, artifactId, next => updateStep(index, { job: next }));
        const [output] = job.result?.files ?? [];
        if (job.status !== 'completed' || !output) break;
        artifactId = output.artifactId;
      }
    } catch (error) {
      update(before => ({ ...before, problem: describeProblem(error) }));
    } finally {
      update(before => ({ ...before, busy: false }));
    }
  };

  const clear = () => {
    trial.current += 1;
    setRun({ steps: [], busy: false });
  };
  return { ...run, start, clear };
}

export type TrialHandle = ReturnType<typeof useTrial>;
