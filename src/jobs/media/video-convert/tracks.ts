import { fitSound } from '../../../audio/fit-sound.ts';
import type { StreamFacts, Video } from '../../../engines/ffmpeg/engine.ts';
import { isTextTrack } from '../subtitles/read-track.ts';
import type { Container } from './container.ts';

export interface Tracks {
  args: string[];
  /** Thousands of bits a second that they take. */
  bitrate: number;
  /** True if a track, or the look of its text, had to be left out. */
  isIncomplete: boolean;
}

/** Kilobits a second for each channel. */
const perChannel = { aac: 80, libopus: 64 };
const minPerChannel = 24;

const isReadable = ({ codec_name, sample_rate, channels = 0 }: StreamFacts): boolean =>
  codec_name !== undefined && Number(sample_rate) > 0 && channels > 0 && channels <= 8;

/** Keeps every audio track. `share` (0 to 1) makes them smaller where bytes are short. */
export function keepAudio({ audio }: Video, container: Container, share = 1): Tracks {
  const codec = container === 'webm' ? 'libopus' : 'aac';
  const kept = audio.filter(isReadable);
  let bitrate = 0;
  const args = kept.flatMap((track, at) => {
    const { index, sample_rate, channels = 2, channel_layout: layout = 'stereo' } = track;
    const rate = Number(sample_rate);
    const written = fitSound(codec === 'aac' ? 'm4a' : 'opus', { rate, channels, layout });
    const kilobits = Math.round(written.channels * Math.max(minPerChannel, perChannel[codec] * share));
    bitrate += kilobits;
    return [
      ...['-map', `0:${index}`, `-c:a:${at}`, codec, `-b:a:${at}`, `${kilobits}k`],
      `-filter:a:${at}`,
      `aformat=sample_rates=${written.rate}:channel_layouts=${written.layout}`,
      ...nameLanguage(track.tags?.language, container, `a:${at}`),
    ];
  });
  return { args, bitrate, isIncomplete: kept.length < audio.length };
}

/** QuickTime names these languages by the older of their two ISO 639-2 codes. */
const olderCodes: Record<string, string> = Object.fromEntries(
  'sqi alb hye arm eus baq mya bur zho chi ces cze nld dut fra fre kat geo deu ger ell gre isl ice mkd mac msa may fas per ron rum slk slo cym wel'
    .match(/\w{3} \w{3}/g)!
    .map(pair => pair.split(' ') as [string, string]),
);

/** Names the language of a track as the container knows it. FFmpeg copies other names, unless the track was rewritten. */
function nameLanguage(language = '', container: Container, track: string, isNew = false): string[] {
  const older = container === 'mov' ? olderCodes[language] : undefined;
  const name = older ?? (isNew ? language : '');
  return name ? [`-metadata:s:${track}`, `language=${name}`] : [];
}

/** Keeps subtitles that a player can switch on. Rewritten ones are FFmpeg's inputs after the video, and come first. */
export function keepSubtitles(
  subtitles: readonly StreamFacts[],
  container: Container,
  written: readonly { language?: string; losesLook: boolean }[],
): Tracks {
  const kept = subtitles.filter(each => each.codec_name && (container === 'mkv' || isTextTrack(each)));
  const first = written.flatMap(({ language }, at) => [
    ...['-map', `${at + 1}:0`, `-c:s:${at}`, chooseSubtitleCodec('text', container)],
    ...nameLanguage(language, container, `s:${at}`, true),
  ]);
  const others = kept.flatMap((each, index) => {
    const at = written.length + index;
    const codec = chooseSubtitleCodec(each.codec_name ?? '', container);
    return [
      '-map',
      `0:${each.index}`,
      `-c:s:${at}`,
      codec,
      ...nameLanguage(each.tags?.language, container, `s:${at}`),
    ];
  });
  const losesLook = written.some(each => each.losesLook);
  return {
    args: [...first, ...others],
    bitrate: 0,
    isIncomplete: losesLook || kept.length < subtitles.length,
  };
}

/** Chooses the codec for subtitles that come as a text file. */
export const chooseSubtitleCodec = (codec: string, container: Container): string => {
  if (container === 'webm') return 'webvtt';
  if (container !== 'mkv') return 'mov_text';
  return codec === 'mov_text' || codec === 'text' ? 'subrip' : 'copy';
};
