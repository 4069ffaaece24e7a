import { runProgram } from '../program.ts';
import { type MediaFile, makeInputArguments } from './input.ts';
import { toUnreadable } from './unreadable.ts';

/** The loudness of a sound by EBU R 128. */
export interface Loudness {
  /** The loudness of the whole track in LUFS. Undefined if it is silent, or too short to be measured. */
  integrated: number | undefined;
  /** The highest true peak in dBTP. */
  peak: number;
}

/** The meter's lowest value. It stands for silence. */
const silence = -70;

/** Measures a track as it is after these filters. */
export async function measureLoudness(
  file: MediaFile,
  { stream, filters, dir }: { stream: number; filters: readonly string[]; dir: string },
): Promise<Loudness> {
  // The summary is printed at this level. The lines for each moment are not.
  const loud = ['-nostdin', '-hide_banner', '-nostats', '-v', 'info'];
  const chain = [...filters, 'ebur128=peak=true:framelog=verbose'].join(',');
  const measured = ['-map', `0:${stream}`, '-vn', '-af', chain, '-f', 'null', '-'];
  try {
    const { stderr } = await runProgram('ffmpeg', [...loud, ...makeInputArguments(file), ...measured], {
      cwd: dir,
    });
    const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
    const integrated = Number(/^\s+I:\s+(-?[\d.]+) LUFS/m.exec(summary)?.[1] ?? silence);
    const peak = Number(/^\s+Peak:\s+(-?[\d.]+) dBFS/m.exec(summary)?.[1] ?? silence);
    return { integrated: integrated > silence ? integrated : undefined, peak };
  } catch (error) {
    throw toUnreadable(error);
  }
}
