import type { Video } from '../../../engines/ffmpeg/engine.ts';

/** Nits of white in SDR, by ITU-R BT.2408. */
const white = 203;
/** How many times as bright as white the brightest parts are taken to be. */
const peak = 10;

/** Makes filters that bring HDR into the range and colours of usual screens. */
const mapTones = (transfer: NonNullable<Video['hdr']>): string[] => [
  `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=${white}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=tonemap=mobius:desat=0:peak=${peak}`,
  'zscale=t=bt709:m=bt709:p=bt709:r=limited',
  'format=yuv420p',
];

/** The background of transparent frames in formats that hold no transparency. */
const layOnWhite =
  'format=rgba,split[front][copy];[copy]lutrgb=r=255:g=255:b=255:a=255[back];[back][front]overlay=format=auto';

/** Makes the filters that each frame needs before anything is changed on request. */
export const prepareFrames = (video: Video, keepsAlpha: boolean): string[] => [
  ...(video.isInterlaced ? ['yadif=deint=interlaced'] : []),
  ...(video.hdr ? mapTones(video.hdr) : []),
  ...(video.hasAlpha && !keepsAlpha ? [layOnWhite] : []),
];

/** Square pixels first, so that a crop counts the pixels that are shown. */
export const squarePixels = ({ isTransformed, width, height }: Video): string[] =>
  isTransformed ? [`scale=${width}:${height}`, 'setsar=1'] : [];
