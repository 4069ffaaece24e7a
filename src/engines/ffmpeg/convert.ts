import { ProgramFailure, runProgram } from '../program.ts';
import { quiet } from './input.ts';
import { toUnreadable } from './unreadable.ts';

export interface Conversion {
  /** The work folder. */
  dir: string;
  /** FFmpeg's arguments, from its inputs to its outputs. */
  args: readonly string[];
  /** The expected length of the result, of which progress is a fraction. */
  seconds?: number | undefined;
  /** Receives 0 to 1. */
  progress?(fraction: number): void;
}

export interface Converted {
  /** The length of the result by the times of its packets. */
  seconds: number;
  frames: number;
  /** True if FFmpeg found faults in the input, such as a frame that it could not decode. */
  isDamaged: boolean;
}

/** FFmpeg's messages about damaged content. It also warns about content that is intact. */
const damage =
  /error while decoding|invalid data|corrupt|conceal|truncat|partial file|header missing|error submitting packet|invalid nal|non-existing pps|no frame!|moov atom not found|decode_slice|invalid frame|overread|cabac|error reading|invalid return value|prematurely|crc mismatch|CRC error/i;

const ourFault =
  /error (initializing|opening) (output stream|filter|encoder)|no such filter|unrecognized option|option not found|invalid encoder|error reinitializing filters/i;

/** Runs FFmpeg on files, and reports how far it has got. */
export async function convertMedia({ dir, args, seconds, progress }: Conversion): Promise<Converted> {
  let reached = 0;
  let frames = 0;
  let isDamaged = false;
  const readProgress = (text: string) => {
    for (const [, name, value] of text.matchAll(/^(out_time_us|frame)=\s*(\d+)$/gm))
      if (name === 'frame') frames = Number(value);
      else reached = Number(value) / 1e6;
    if (seconds) progress?.(Math.min(1, reached / seconds));
  };
  try {
    await runProgram('ffmpeg', [...quiet, '-progress', 'pipe:1', '-stats_period', '0.5', ...args], {
      cwd: dir,
      onStdout: readProgress,
      onStderr: text => {
        isDamaged ||= damage.test(text);
      },
    });
  } catch (error) {
    // The input is not to blame for arguments of ours that FFmpeg rejects.
    if (error instanceof ProgramFailure && ourFault.test(error.stderr)) throw error;
    throw toUnreadable(error);
  }
  return { seconds: reached, frames, isDamaged };
}
