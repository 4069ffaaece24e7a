import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { packFiles } from '../../../engines/sevenzip/pack.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { zip } from '../../../lists.ts';
import type { Run } from '../../run.ts';
import { chooseFilenames } from '../entries/filenames.ts';
import type { job } from './job.ts';

/** The levels of Zstandard for ours. */
const zstdLevels = [1, 1, 2, 3, 5, 7, 9, 12, 15, 19];

const makeCompressor = (format: FormatId, level: number) =>
  format === 'gz'
    ? createGzip({ level })
    : createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: zstdLevels[level] ?? 3 } });

export const run: Run<typeof job> = async ({ inputs, options, dir, progress }) => {
  const { outputFormat, level, password } = options;
  const folder = join(dir, 'files');
  await mkdir(folder);
  const names = chooseFilenames(inputs.map(({ filename }) => filename));
  // 7-Zip follows symbolic links. Hard links are refused for inputs that belong to another user, as stored files do.
  for (const [{ path }, name] of zip(inputs, names)) await symlink(path, join(folder, name));
  const isTar = outputFormat.startsWith('tar.');
  const packed = join(dir, isTar ? 'packed.tar' : `packed.${outputFormat}`);
  await packFiles({
    format: isTar ? 'tar' : (outputFormat as 'zip' | '7z'),
    names,
    folder,
    output: packed,
    level,
    ...(password !== undefined && { password }),
    onProgress: percent => progress(percent * (isTar ? 0.3 : 0.99)),
  });
  const format = (isTar ? outputFormat.slice('tar.'.length) : outputFormat) as FormatId;
  const path = isTar ? join(dir, `packed.${outputFormat}`) : packed;
  if (isTar) {
    await pipeline(createReadStream(packed), makeCompressor(format, level), createWriteStream(path));
    await rm(packed);
  }
  const stem = inputs.length === 1 ? inputs[0].filename : 'archive';
  const filename = makeOutputName(stem, `.${outputFormat}`);
  return {
    outputs: [{ path, filename, format, metadata: { files: inputs.length } }],
    engines: ['sevenzip'],
  };
};
