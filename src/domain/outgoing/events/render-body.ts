import type { Batch } from '../../../contract/schemas/batch.ts';
import type { Job } from '../../../contract/schemas/job.ts';
import type { Result } from '../../../contract/schemas/result.ts';
import type { RecipeRun } from '../../../contract/schemas/run.ts';

type Data = Record<string, unknown>;

export interface EventLimits {
  bytes: number;
  files: number;
}

/** Cuts several lists, so that together they have their first `most` items. */
function takeFirst<Item>(lists: Item[][], most: number): Item[][] {
  let left = most;
  return lists.map(list => {
    const kept = list.slice(0, left);
    left -= kept.length;
    return kept;
  });
}

const cutResult = ({ delivered, ...result }: Result, files: number) => ({
  ...result,
  files: result.files.slice(0, files),
  ...(delivered && { delivered: delivered.slice(0, files) }),
});

function presentJobData(job: Job, files: number): Data {
  // Other receivers need not know the address of a callback, which may carry a token.
  const { result, callbackUrl: _, ...rest } = job;
  return {
    ...rest,
    inputs: job.inputs.slice(0, files),
    ...(result && { result: cutResult(result, files) }),
    fileCount: result?.fileCount ?? 0,
  };
}

function presentRunData(run: RecipeRun, files: number): Data {
  const outputs = run.steps.map(step => step.outputs);
  const kept = takeFirst(outputs, files);
  const written = takeFirst(
    run.steps.map(({ delivered = [] }) => delivered),
    files,
  );
  const { result, callbackUrl: _, ...rest } = run;
  return {
    ...rest,
    ...(result && { result: cutResult(result, files) }),
    steps: run.steps.map((step, index) => ({
      ...step,
      outputs: kept[index],
      ...(step.delivered && { delivered: written[index] }),
    })),
    fileCount: run.steps.reduce((sum, step) => sum + step.fileCount, 0),
  };
}

const presentBatchData = (batch: Batch): Data => ({ ...batch, fileCount: batch.result?.fileCount ?? 0 });

/** Presents the subject of an event with its first files. */
function presentData(subject: Job | RecipeRun | Batch, files: number): Data {
  if ('counts' in subject) return presentBatchData(subject as Batch);
  return 'steps' in subject
    ? presentRunData(subject as RecipeRun, files)
    : presentJobData(subject as Job, files);
}

/** Yields ever smaller versions: with fewer files, then without options, then without metadata, and at last only id and status. */
function* renderEverSmaller(subject: Job | RecipeRun | Batch, files: number): Generator<Data> {
  const render = (most: number) => presentData(subject, most);
  yield render(files);
  const truncated = { truncated: true };
  for (let most = files >> 1; most > 0; most >>= 1) yield { ...render(most), ...truncated };
  const bare = render(0);
  yield { ...bare, ...truncated };
  const withoutOptions = { ...bare, ...('options' in bare && { options: {} }), ...truncated };
  yield withoutOptions;
  yield { ...withoutOptions, metadata: {} };
  yield { id: subject.id, status: subject.status, fileCount: bare.fileCount, ...truncated };
}

/** Renders the body of an event whose data is always small. */
export const renderSmallBody = (event: { type: string; at: Date }, data: object): string =>
  JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data });

/** Renders the body of an event: the job or run with its first files, cut until it is small enough. */
export function renderEventBody(
  event: { type: string; at: Date },
  subject: Job | RecipeRun | Batch,
  limits: EventLimits,
): string {
  let body = '';
  for (const data of renderEverSmaller(subject, limits.files)) {
    body = renderSmallBody(event, data);
    if (Buffer.byteLength(body) <= limits.bytes) break;
  }
  return body;
}
