import type { Job } from '@filemill/client';
import { useEffect, useSyncExternalStore } from 'react';
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

/** The newest trial, of a saved recipe or of the one that is being made. */
interface CurrentTrial {
  recipeId: string | undefined;
  run: TrialRun;
}

const noRun: TrialRun = { steps: [], busy: false };
const listeners = new Set<() => void>();

/** It is kept outside the page, because saving replaces the page of a new recipe by that of the saved one. */
let current: CurrentTrial = { recipeId: undefined, run: noRun };

function publish(next: CurrentTrial): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Keeps the trial of a new recipe when it is saved. */
export const keepTrial = (recipeId: string): void => publish(Object.assign(current, { recipeId }));

/** Runs the current steps one after the other, saved or not: the output of each is the input of the next. */
export function useTrial(recipeId: string | undefined) {
  const workspace = useWorkspace();
  const read = () => (current.recipeId === recipeId ? current.run : noRun);
  const run = useSyncExternalStore(subscribe, read);
  const clear = () => publish({ recipeId, run: noRun });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new recipe begins without the trial of an abandoned one.
  useEffect(() => {
    if (recipeId === undefined) clear();
  }, [recipeId]);

  const start = async (steps: DraftStep[], input: TrialInput) => {
    const mine: CurrentTrial = { recipeId, run: { steps: [], input, busy: true } };
    publish(mine);
    // Updates of an earlier trial are ignored.
    const update = (change: Partial<TrialRun>) => {
      if (current === mine) publish(Object.assign(mine, { run: { ...mine.run, ...change } }));
    };
    const updateStep = (index: number, step: TrialStep) =>
      update({ steps: Object.assign([...mine.run.steps], { [index]: step }) });
    try {
      let artifactId =
        input.artifactId ?? (await uploadFile(workspace.id, input.file!, sent => update({ sent })));
      for (const [index, step] of steps.entries()) {
        const job = await tryStep(workspace.id, step, artifactId, next => updateStep(index, { job: next }));
        const [output] = job.result?.files ?? [];
        if (job.status !== 'completed' || !output) break;
        artifactId = output.artifactId;
      }
    } catch (error) {
      update({ problem: describeProblem(error) });
    } finally {
      update({ busy: false });
    }
  };

  return { ...run, start, clear };
}

export type TrialHandle = ReturnType<typeof useTrial>;
