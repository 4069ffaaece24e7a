import { useEffect, useSyncExternalStore } from 'react';
import { describeProblem } from '../../../api/problem.ts';
import { type RecipeRun, tryRecipe, uploadFile } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { type Draft, sentSteps } from '../draft.ts';

/** The state of one step in a trial. */
export type TrialStep = RecipeRun['steps'][number];

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

/** Runs the current steps, saved or not. */
export function useTrial(recipeId: string | undefined) {
  const workspace = useWorkspace();
  const read = () => (current.recipeId === recipeId ? current.run : noRun);
  const run = useSyncExternalStore(subscribe, read);
  const clear = () => publish({ recipeId, run: noRun });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new recipe begins without the trial of an abandoned one.
  useEffect(() => {
    if (recipeId === undefined) clear();
  }, [recipeId]);

  const start = async ({ name, steps }: Draft, input: TrialInput) => {
    const mine: CurrentTrial = { recipeId, run: { steps: [], input, busy: true } };
    publish(mine);
    // Updates of an earlier trial are ignored.
    const update = (change: Partial<TrialRun>) => {
      if (current === mine) publish(Object.assign(mine, { run: { ...mine.run, ...change } }));
    };
    try {
      const inputArtifactId =
        input.artifactId ?? (await uploadFile(workspace.id, input.file!, sent => update({ sent })));
      const trial = {
        ...(recipeId !== undefined && { recipeId }),
        ...(name.trim() && { name: name.trim() }),
        steps: sentSteps(steps),
        inputArtifactId,
      };
      for await (const tried of tryRecipe(workspace.id, trial)) update({ steps: tried.steps });
    } catch (error) {
      update({ problem: describeProblem(error) });
    } finally {
      update({ busy: false });
    }
  };

  return { ...run, start, clear };
}

export type TrialHandle = ReturnType<typeof useTrial>;
