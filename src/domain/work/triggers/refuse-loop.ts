import { invalid } from '../../../contract/errors.ts';
import type { ConnectionFiles } from '../../../contract/schemas/connection.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { findFormatByExtension, getExtension, stripExtension } from '../../../formats/declared.ts';
import { formats } from '../../../formats/formats.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { selectFiles } from '../../files/connections/files.ts';
import { type Options, readOptions, resolveRequest } from '../jobs/options.ts';
import { fillKeys } from '../outputs/key-templates.ts';

/** A job type with its options; undefined for a recipe. */
type Work = { job: JobType; options: Options } | undefined;

/** Makes the name of a file that the pattern matches. */
const makeSampleName = (pattern: string): string =>
  pattern.split('/').at(-1)!.replaceAll(/\*+/g, 'file').replaceAll('?', 'x');

/** Lists the extensions that results of a file may have. Where that is unknown, only a pattern for all files matches the result. */
function listExtensions(work: Work, sample: string): string[] {
  const input = findFormatByExtension(getExtension(sample));
  if (!work || input === undefined || !work.job.accepts.includes(input)) return ['unknown'];
  const { outputs } = resolveRequest(work.job, input, readOptions(work.job, work.options), 1);
  return outputs.map(output => formats.get(output)?.extensions[0] ?? output);
}

/** Refuses results at a place that the trigger itself watches: each would be a new file, and be processed again without end. */
export async function refuseLoop(watch: ConnectionFiles, output: Place, work: Work): Promise<void> {
  const sample = makeSampleName(watch.pattern);
  const name = stripExtension(sample);
  const keys = listExtensions(work, sample).flatMap(extension =>
    fillKeys(output.key, [{ filename: `${name}.${extension}`, index: 0 }], { id: 'id', at: new Date() }),
  );
  const inside = keys.filter(key => key.startsWith(watch.prefix)).map(key => ({ key }));
  if ((await selectFiles(inside, watch)).length < keys.length) return;
  throw invalid(
    'output.key',
    '`output.key` leads to the files that the trigger watches: each result would be processed again. Write the results to another folder.',
  );
}
