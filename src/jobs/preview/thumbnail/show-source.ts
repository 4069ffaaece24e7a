import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { inspectSound } from '../../../engines/ffmpeg/engine.ts';
import { takeCover } from '../../../engines/ffmpeg/take-cover.ts';
import { drawSpecimen } from '../../../engines/fonttools/engine.ts';
import { run as listArchive } from '../../archive/archive-extract/run.ts';
import { run as convertDocument } from '../../document/document-convert/run.ts';
import { run as drawWaveform } from '../../media/audio-waveform/run.ts';
import { run as convertSubtitles } from '../../media/subtitle-convert/run.ts';
import { run as takeFrame } from '../../media/video-thumbnail/run.ts';
import type { RunResult } from '../../run.ts';
import { describeArchive } from './describe-archive.ts';
import { type Context, runOn, type Source } from './run-on.ts';
import { findKind, makePageOptions, pagePictureOptions, planPage, type SourceKind } from './sources.ts';

type Show = (context: Context, source: Source) => Promise<RunResult>;

/** Shows a file that is an only output of another job type in its place. */
async function continueWith(context: Context, made: RunResult, dir: string, show: Show): Promise<RunResult> {
  const [file] = made.outputs;
  if (!file) throw new JobFailure('unreadable_input', 'there is nothing to show');
  const next = join(dir, 'pages');
  await mkdir(next);
  const shown = await show(context, { path: file.path, format: file.format, dir: next });
  return {
    ...shown,
    engines: [...made.engines, ...shown.engines],
    warnings: [...(made.warnings ?? []), ...(shown.warnings ?? [])],
  };
}

const showDocument: Show = async (context, source) => {
  const options = makePageOptions(context.options);
  if (!planPage(source.format, context.options).isThroughPdf)
    return await runOn(convertDocument, context, { ...source, options });
  const made = await runOn(convertDocument, context, { ...source, options: { outputFormat: 'pdf' } });
  return await continueWith(context, made, source.dir, showDocument);
};

/** Shows the beginning of a text. */
const showText: Show = (context, source) => showDocument(context, { ...source, format: 'txt' });

/** Shows the cover of a recording, or its waveform if it has none. */
const showSound: Show = async (context, source) => {
  const { cover } = await inspectSound(source, source.dir);
  if (cover === undefined) {
    const { width } = makePageOptions(context.options);
    const size = { width, height: Math.round(width / 2) };
    const options = { outputFormat: 'png', ...size, color: '#3366cc', background: '#ffffff' };
    return await runOn(drawWaveform, context, { ...source, options });
  }
  const path = join(source.dir, 'cover.png');
  await takeCover(source, cover, path, source.dir);
  return { outputs: [{ path, filename: 'cover.png', format: 'png' }], engines: ['ffmpeg'] };
};

/** Shows a frame of a video. Formats for videos may hold nothing but sound. */
const showVideo: Show = async (context, source) => {
  const { time } = context.options;
  const options = { outputFormat: 'png', ...(time !== undefined && { at: [time] }) };
  return await runOn(takeFrame, context, { ...source, options }).catch((error: unknown) => {
    if (error instanceof JobFailure && error.id === 'picture_missing') return showSound(context, source);
    throw error;
  });
};

const showWebPage: Show = async (context, source) => {
  // The browser is loaded only by thumbnails of web pages.
  const { run } = await import('../../document/html-to-image/run.ts');
  return await runOn(run, context, { ...source, options: pagePictureOptions });
};

const showFont: Show = async (context, { path: input, dir }) => {
  const path = join(dir, 'specimen.svg');
  await drawSpecimen({ input, output: path, width: makePageOptions(context.options).width }, dir);
  return { outputs: [{ path, filename: 'specimen.svg', format: 'svg' }], engines: ['fonttools'] };
};

const showArchive: Show = async (context, source) => {
  const made = await runOn(listArchive, context, { ...source, options: { list: true, nested: 0 } });
  const [list] = made.outputs;
  if (list) await writeFile(list.path, describeArchive(JSON.parse(await readFile(list.path, 'utf8'))));
  return await continueWith(context, made, source.dir, showText);
};

const showSubtitles: Show = async (context, source) => {
  const made = await runOn(convertSubtitles, context, { ...source, options: { outputFormat: 'txt' } });
  return await continueWith(context, made, source.dir, showText);
};

const showByKind: Record<Exclude<SourceKind, 'image'>, Show> = {
  video: showVideo,
  sound: showSound,
  document: showDocument,
  'web page': showWebPage,
  font: showFont,
  archive: showArchive,
  subtitles: showSubtitles,
  text: showText,
};

/** Shows a file as a picture, by the job type for such files; undefined for one that is a picture already. */
export async function showSource(context: Context, dir: string): Promise<RunResult | undefined> {
  const [{ path, format }] = context.inputs;
  const kind = findKind(format);
  return kind === 'image' ? undefined : await showByKind[kind](context, { path, format, dir });
}
