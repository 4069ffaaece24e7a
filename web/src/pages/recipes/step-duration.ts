import type { RecipeRun } from '../../api/runs.ts';
import { formatDuration } from '../../wording/figures.ts';

/** Says how long a step took, once it has ended. */
export const formatStepDuration = ({ startedAt, completedAt }: RecipeRun['steps'][number]): string =>
  startedAt && completedAt ? formatDuration(Date.parse(completedAt) - Date.parse(startedAt)) : '';
