import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { readFacts, type StreamFacts } from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { Run, RunOutput } from '../../run.ts';
import { hasLook, isTextTrack, readTrack } from '../subtitles/read-track.ts';
import { writeSubtitles } from '../subtitles/write.ts';
import type { job } from './job.ts';

/** Chooses the tracks to save, with their numbers. */
function chooseTracks(subtitles: readonly StreamFacts[], track: number | undefined) {
  if (track !== undefined && subtitles.length > 0 && track > subtitles.length)
    throw new JobFailure('track_missing', `the file has ${subtitles.length} subtitle tracks`, String(track));
  const chosen = subtitles
    .map((facts, index) => ({ facts, number: index + 1 }))
    .filter(({ facts, number }) => isTextTrack(facts) && (track ?? number) === number);
  if (chosen.length === 0) throw new JobFailure('subtitles_not_text', `${subtitles.length} subtitle tracks`);
  return chosen;
}

/** Names the tracks after their languages, or their numbers where a language is missing or is not the only one. */
function nameTracks(tracks: readonly { facts: StreamFacts; number: number }[]): string[] {
  if (tracks.length === 1) return [''];
  const languages = tracks.map(({ facts }) => facts.tags?.language?.replace(/[^\w-]/g, '') ?? 'und');
  return tracks.map(({ number }, index) => {
    const language = languages[index]!;
    const isOnly = language !== 'und' && languages.indexOf(language) === languages.lastIndexOf(language);
    return isOnly ? `.${language}` : language === 'und' ? `.${number}` : `.${language}-${number}`;
  });
}

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const format = (options.outputFormat ?? 'srt') as FormatId;
  const { streams, format: file } = await readFacts(input, dir);
  const seconds = Number(file.duration) || 0;
  await measure({ mediaSeconds: seconds });
  begin({ mediaSecond: seconds });
  const subtitles = streams.filter(each => each.codec_type === 'subtitle');
  const tracks = chooseTracks(subtitles, options.track);
  const names = nameTracks(tracks);
  const extension = getFormat(format).extensions[0];
  const outputs: RunOutput[] = [];
  let isIncomplete = options.track === undefined && tracks.length < subtitles.length;
  for (const [index, { facts, number }] of tracks.entries()) {
    const { cues, text, isIncomplete: losesLook } = await readTrack(input, facts, dir);
    const keepsLook = format === 'ass' && hasLook(facts);
    isIncomplete ||= losesLook && !keepsLook && format !== 'txt' && format !== 'json';
    const path = join(dir, `subtitles-${number}.${extension}`);
    await writeFile(path, keepsLook ? text : writeSubtitles(format, cues));
    const { language, title } = facts.tags ?? {};
    outputs.push({
      path,
      filename: makeOutputName(input.filename, `${names[index]}.${extension}`),
      format,
      metadata: {
        track: number,
        cues: cues.length,
        ...(language && language !== 'und' && { language }),
        ...(title && { title }),
        ...(facts.disposition?.forced && { forced: true }),
      },
    });
    progress((95 * (index + 1)) / tracks.length);
  }
  return { outputs, engines: ['ffmpeg'], warnings: isIncomplete ? [{ code: 'content_dropped' }] : [] };
};
