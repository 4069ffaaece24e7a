import type { RecipeRun, runStates, stepStates } from '../../../contract/schemas/recipe.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Signing } from '../../files/signing.ts';
import { formatTime } from '../../rows/format-time.ts';
import { presentFailure, presentFile, presentResult } from '../jobs/present.ts';
import { presentSettings } from '../jobs/settings.ts';
import type { RunRow, StepRow } from './runs.ts';

/** A step without a job is waiting; once the run has ended it counts as skipped. */
function getStepStatus(run: RunRow, step: StepRow): (typeof stepStates)[number] {
  if (step.failure_reason) return 'failed';
  switch (step.job_status) {
    case null:
      return run.status === 'active' ? 'waiting' : 'skipped';
    case 'expired':
      return 'completed';
    case 'canceled':
      return 'skipped';
    case 'pending':
    case 'uploading':
      return 'queued';
    default:
      return step.job_status;
  }
}

function runStatus(run: RunRow): (typeof runStates)[number] {
  if (run.status !== 'active') return run.status;
  return run.steps.some(step => step.started_at !== null) ? 'running' : 'queued';
}

/** Presents what the run made, while its files are kept. */
function presentLastResult(step: StepRow, delivery: RunRow['delivery'], signing: Signing | undefined) {
  const [first] = step.outputs;
  if (step.job_status !== 'completed' || !first) return {};
  return {
    result: presentResult(
      { ...step, id: step.job_id!, delivery },
      makeOutputName(first.filename, '.zip'),
      signing,
    ),
  };
}

/** The run as the contract shows it; without `signing` it carries no signed addresses. */
export const presentRun = (run: RunRow, signing?: Signing): RecipeRun => ({
  id: run.id,
  recipeId: run.recipe_id,
  status: runStatus(run),
  inputArtifactId: run.input_artifact_id,
  ...presentSettings(run),
  steps: run.steps.map(step => ({
    index: step.index,
    name: step.name,
    jobType: step.job_type,
    status: getStepStatus(run, step),
    progress: step.progress ?? 0,
    ...(step.job_id && { jobId: step.job_id }),
    fileCount: step.file_count,
    outputs: step.outputs.map(output => presentFile(output, signing)),
    ...(step.started_at && { startedAt: formatTime(step.started_at) }),
    ...(step.completed_at && { completedAt: formatTime(step.completed_at) }),
    ...(step.failure_reason && {
      failure: presentFailure(step),
    }),
  })),
  ...(run.status === 'completed' && presentLastResult(run.steps.at(-1)!, run.delivery, signing)),
  createdAt: run.created_at.toISOString(),
  ...(run.completed_at && { completedAt: run.completed_at.toISOString() }),
});
