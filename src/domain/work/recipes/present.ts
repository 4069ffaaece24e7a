import type { RecipeRun, runStates, stepStates } from '../../../contract/schemas/run.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Signing } from '../../files/signing.ts';
import { formatTime } from '../../rows/format-time.ts';
import { presentFailure, presentFile, presentResult } from '../jobs/present.ts';
import { presentSettings } from '../jobs/settings.ts';
import { presentDelivery } from '../outputs/rows.ts';
import type { RunRow, StepRow } from './runs.ts';

/** A step without a job is waiting; once the run has ended it counts as skipped. */
function getStepStatus(run: RunRow, step: StepRow): (typeof stepStates)[number] {
  if (step.failure_reason && step.state !== 'failing') return 'failed';
  switch (step.state ?? step.job_status) {
    case null:
    case 'waiting':
      return run.status === 'active' ? 'waiting' : 'skipped';
    case 'completed':
    case 'expired':
      return 'completed';
    case 'failed':
      return 'failed';
    case 'canceled':
    case 'skipped':
    case 'broken':
      return 'skipped';
    case 'processing':
      return 'processing';
    case 'counting':
    case 'running':
    case 'failing':
      if (run.status !== 'active') return 'skipped';
      return step.started_at ? 'processing' : 'queued';
    default:
      return 'queued';
  }
}

function runStatus(run: RunRow): (typeof runStates)[number] {
  if (run.status !== 'active') return run.status;
  return run.steps.some(step => step.started_at !== null) ? 'running' : 'queued';
}

/** Presents what the run made, while its files are kept: the files of all steps that no other step uses. */
function presentRunResult(run: RunRow, signing: Signing | undefined) {
  const steps = run.steps.filter(({ leaf, job_status: status }) => leaf && status === 'completed');
  const outputs = steps.flatMap(step => step.outputs).map((output, index) => ({ ...output, index }));
  const [first] = outputs;
  const [only, ...others] = steps;
  const isGone = run.steps.some(({ leaf, job_status: status }) => leaf && status === 'expired');
  // The steps of a branching recipe that make its result may all have been skipped.
  if (isGone || (!first && run.steps[0]?.mode === null)) return {};
  const engines = steps.flatMap(step => step.engines ?? []);
  const warnings = steps.flatMap(step => step.warnings ?? []);
  const result = {
    id: others.length === 0 && only?.job_count === 1 ? only.job_id! : run.id,
    outputs,
    file_count: steps.reduce((sum, step) => sum + step.file_count, 0),
    engines: engines.filter(
      ({ name, version }, at) =>
        engines.findIndex(each => each.name === name && each.version === version) === at,
    ),
    warnings: warnings.length > 0 ? warnings : null,
    duration_ms: steps.reduce((sum, step) => sum + (step.duration_ms ?? 0), 0),
    delivery: run.delivery,
  };
  return { result: presentResult(result, makeOutputName(first?.filename ?? 'run', '.zip'), signing) };
}

/** Presents the run as the contract defines it. Without `signing` it has no signed URLs. */
export const presentRun = (run: RunRow, signing?: Signing): RecipeRun => ({
  id: run.id,
  recipeId: run.recipe_id,
  ...(run.recipe_version !== null && { recipeVersion: run.recipe_version }),
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
    ...(step.mode === 'each' && { jobCount: step.job_count }),
    fileCount: step.file_count,
    outputs: step.outputs.map(output => presentFile(output, signing)),
    ...(step.output && { output: step.output }),
    ...(step.delivery && presentDelivery(step.delivery)),
    ...(step.started_at && { startedAt: formatTime(step.started_at) }),
    ...(step.completed_at && { completedAt: formatTime(step.completed_at) }),
    ...(step.failure_reason && {
      failure: presentFailure(step),
    }),
  })),
  ...(run.status === 'completed' && presentRunResult(run, signing)),
  createdAt: run.created_at.toISOString(),
  ...(run.completed_at && { completedAt: run.completed_at.toISOString() }),
});
