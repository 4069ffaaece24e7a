import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { limits } from '../../../settings/limits.ts';
import type { Run } from '../../run.ts';
import { chooseFilenames } from '../entries/filenames.ts';
import { type Archive, openArchive } from '../entries/open.ts';
import type { job } from './job.ts';
import { describeEntries } from './list.ts';
import { Unpacker } from './unpack.ts';

/** The longest path in the metadata of an output. */
const maxPathLetters = 1000;

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, measure }) => {
  const { list, include, exclude, nested, password } = options;
  const archive: Archive = {
    path: input.path,
    format: input.format,
    size: input.size,
    dir,
    ...(password !== undefined && { password }),
  };
  const patterns = { ...(include && { include }), ...(exclude && { exclude }) };
  if (list) {
    const opened = await openArchive(archive, limits.archive);
    const path = join(dir, 'list.json');
    const described = describeEntries(opened, input, patterns);
    await writeFile(path, `${JSON.stringify(described, undefined, 2)}\n`);
    const { files, folders, bytes } = described;
    return {
      outputs: [
        {
          path,
          filename: makeOutputName(input.filename, '.json'),
          format: 'json',
          metadata: { files, folders, ...(bytes !== undefined && { bytes }) },
        },
      ],
      engines: [opened.engine],
      warnings: opened.isDamaged ? [makeWarning('archive_damaged')] : [],
    };
  }
  const unpacker = new Unpacker({ dir, measure }, input.size, patterns);
  const files = await unpacker.unpack(archive, input.filename, nested, part => progress(95 * part));
  if (files.length === 0) throw new JobFailure('no_file_chosen', 'no file matches');
  const filenames = chooseFilenames(files.map(({ path }) => path));
  return {
    outputs: files.map(({ file, path, format, modified }, at) => ({
      path: file,
      filename: filenames[at] ?? 'file',
      format,
      metadata: {
        path: path.slice(0, maxPathLetters).toWellFormed(),
        ...describeTime(modified),
      },
    })),
    engines: [...unpacker.engines],
    warnings: [...unpacker.warnings].map(makeWarning),
  };
};

function describeTime(seconds: number | undefined): { modifiedAt?: string } {
  const time = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? {} : { modifiedAt: time.toISOString() };
}
