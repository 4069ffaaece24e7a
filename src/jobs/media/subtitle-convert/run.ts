import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { findEncoding } from '../../../encodings/encoding.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import { readSubtitles, readSubtitleText } from '../subtitles/read.ts';
import { retimeCues } from '../subtitles/retime.ts';
import { retimeAss } from '../subtitles/retime-ass.ts';
import { writeSubtitles } from '../subtitles/write.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = async ({ inputs: [input], options, dir }) => {
  const { encoding } = options;
  const format = options.outputFormat as FormatId;
  if (encoding !== undefined && !findEncoding(encoding))
    throw new JobFailure('encoding_unknown', encoding, encoding);
  const text = await readSubtitleText(input.path, encoding);
  const { cues, isIncomplete } = readSubtitles(input.format, text);
  const keepsStyles = input.format === format && format === 'ass';
  const moved = retimeCues(cues, options);
  if (cues.length > 0 && moved.length === 0)
    throw new JobFailure('shift_beyond_start', `${cues.length} cues by ${options.shift} seconds`);
  const written = keepsStyles ? retimeAss(text, options) : writeSubtitles(format, moved);
  const extension = getFormat(format).extensions[0];
  const path = join(dir, `subtitles.${extension}`);
  await writeFile(path, written);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${extension}`),
        format,
        metadata: { cues: moved.length },
      },
    ],
    engines: ['plaintext'],
    warnings:
      isIncomplete && !keepsStyles && format !== 'txt' && format !== 'json'
        ? [{ code: 'content_dropped' }]
        : [],
  };
};
