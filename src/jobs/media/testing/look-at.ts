import { execFileSync, spawnSync } from 'node:child_process';

interface ProbedStream {
  index: number;
  codec_type: string;
  codec_name: string;
  profile?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_rate?: string;
  channels?: number;
  bits_per_raw_sample?: string;
  avg_frame_rate?: string;
  color_transfer?: string;
  color_primaries?: string;
  nb_read_frames?: string;
  tags?: Record<string, string>;
  disposition?: Record<string, number>;
  side_data_list?: { rotation?: number }[];
}

interface Probed {
  streams: ProbedStream[];
  format: { format_name: string; duration: string; size: string; tags?: Record<string, string> };
  chapters?: { tags?: Record<string, string> }[];
}

/** Reads what FFprobe says about a file, by itself. */
export const probeFile = (path: string, ...args: string[]): Probed =>
  JSON.parse(
    execFileSync(
      'ffprobe',
      ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-show_chapters', ...args, path],
      { encoding: 'utf8' },
    ),
  );

/** Measures the loudness and true peak of a file. */
export function measureLoudness(path: string): { integrated: number; peak: number } {
  const args = ['-nostats', '-i', path, '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  const read = (name: string) => Number(new RegExp(`^\\s+${name}:\\s+(-?[\\d.]+) `, 'm').exec(stderr)?.[1]);
  return { integrated: read('I'), peak: read('Peak') };
}

/** Compares each frame of a file with those of another that has the same size: 1 is the same picture. */
export function compareFrames(path: string, other: string, filter = 'null'): number {
  const compared = `[0:v]${filter},settb=AVTB,setpts=N/25/TB[a];[1:v]settb=AVTB,setpts=N/25/TB[b];[a][b]ssim`;
  const args = ['-nostats', '-i', path, '-i', other, '-filter_complex', compared, '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  return Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1]);
}

/** Reads the colour in the middle of a box of a frame, as red, green and blue. */
export function readColour(path: string, second: number, filter = 'null'): [number, number, number] {
  const one = ['-frames:v', '1', '-vf', `${filter},scale=1:1:flags=area,format=rgb24`, '-f', 'rawvideo', '-'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-ss', String(second), '-i', path, ...one]);
  return [bytes[0]!, bytes[1]!, bytes[2]!];
}
