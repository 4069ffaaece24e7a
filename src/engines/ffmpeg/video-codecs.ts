export type VideoCodec = 'h264' | 'h265' | 'vp8' | 'vp9' | 'av1' | 'prores';

/** How closely the encoder follows the picture: by its own scale, or by bits. */
export interface VideoQuality {
  /** 0 is best. Left out: the codec's usual value. */
  crf?: number | undefined;
  /** Bits a second, in thousands. */
  bitrate?: number | undefined;
  /** The pass of two, for exact bit rates. */
  pass?: 1 | 2 | undefined;
  /** True to encode AV1 in half the time, in more bytes. */
  isQuick?: boolean;
}

interface Frame {
  width: number;
  height: number;
  isDeep: boolean;
  hasAlpha?: boolean;
}

type Writer = (quality: VideoQuality, frame: Frame) => string[];

/** Bits as asked for, with room for scenes that need more. */
const limitRate = (bitrate: number): string[] => [
  ...['-b:v', `${bitrate}k`, '-maxrate', `${Math.round(1.5 * bitrate)}k`, '-bufsize', `${2 * bitrate}k`],
];
const fixRate = ({ bitrate = 0, pass }: VideoQuality): string[] => [
  ...['-b:v', `${bitrate}k`, '-pass', String(pass), '-passlogfile', 'passes'],
];
const chooseRate = (quality: VideoQuality, otherwise: string[]): string[] =>
  quality.pass ? fixRate(quality) : quality.bitrate ? limitRate(quality.bitrate) : otherwise;

/** VP8 and VP9 store transparency beside frames, but not beside hidden reference frames. */
const chooseAlpha = (hasAlpha = false): string[] =>
  hasAlpha ? ['-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'] : ['-pix_fmt', 'yuv420p'];

/** SVT-AV1 is by far the quickest, and has neither small frames nor two passes in this version. */
const minSvtSide = 64;

const writers: Record<VideoCodec, Writer> = {
  h264: quality => [
    ...['-c:v', 'libx264', '-preset', 'medium', '-pix_fmt', 'yuv420p'],
    ...chooseRate(quality, ['-crf', String(quality.crf ?? 23)]),
  ],
  h265: (quality, { isDeep }) => [
    ...['-c:v', 'libx265', '-preset', 'medium'],
    ...['-pix_fmt', isDeep ? 'yuv420p10le' : 'yuv420p', '-tag:v', 'hvc1'],
    // The encoder has a log and an option for passes of its own.
    ...(quality.pass
      ? [
          '-b:v',
          `${quality.bitrate}k`,
          '-x265-params',
          `log-level=error:pass=${quality.pass}:stats=passes.log`,
        ]
      : ['-x265-params', 'log-level=error', ...chooseRate(quality, ['-crf', String(quality.crf ?? 26)])]),
  ],
  vp8: (quality, { hasAlpha }) => [
    ...['-c:v', 'libvpx', '-deadline', 'good', '-cpu-used', quality.pass === 1 ? '5' : '2'],
    ...chooseAlpha(hasAlpha),
    ...chooseRate(quality, ['-crf', String(quality.crf ?? 12), '-b:v', '20M']),
  ],
  vp9: (quality, { hasAlpha }) => [
    ...[
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'good',
      '-cpu-used',
      quality.pass === 1 ? '5' : '3',
      '-row-mt',
      '1',
    ],
    ...chooseAlpha(hasAlpha),
    ...chooseRate(quality, ['-crf', String(quality.crf ?? 32), '-b:v', '0']),
  ],
  av1: (quality, { isDeep, width, height }) => {
    const isExact = quality.pass !== undefined || Math.min(width, height) < minSvtSide;
    return [
      ...(isExact
        ? ['-c:v', 'libaom-av1', '-cpu-used', quality.pass === 1 ? '8' : '6', '-row-mt', '1']
        : ['-c:v', 'libsvtav1', '-preset', quality.isQuick ? '10' : '8']),
      ...['-pix_fmt', isDeep ? 'yuv420p10le' : 'yuv420p'],
      ...(quality.pass
        ? fixRate(quality)
        : quality.bitrate
          ? ['-b:v', `${quality.bitrate}k`]
          : ['-crf', String(quality.crf ?? 35), ...(isExact ? ['-b:v', '0'] : [])]),
    ];
  },
  prores: () => ['-c:v', 'prores_ks', '-profile:v', '3', '-vendor', 'apl0', '-pix_fmt', 'yuv422p10le'],
};

/** Makes FFmpeg's arguments for the picture. */
export const makeVideoArguments = (codec: VideoCodec, quality: VideoQuality, frame: Frame): string[] =>
  writers[codec](quality, frame);
