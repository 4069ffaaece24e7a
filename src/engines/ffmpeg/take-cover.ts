import { runProgram } from '../program.ts';
import { type MediaFile, makeInputArguments, quiet } from './input.ts';
import { toUnreadable } from './unreadable.ts';

/** Writes the cover of a recording, which is the stream of this number, as a PNG. */
export async function takeCover(file: MediaFile, stream: number, png: string, dir: string): Promise<void> {
  const output = [
    '-map',
    `0:${stream}`,
    '-frames:v',
    '1',
    '-f',
    'image2',
    '-c:v',
    'png',
    '-y',
    `file:${png}`,
  ];
  await runProgram('ffmpeg', [...quiet, ...makeInputArguments(file), ...output], { cwd: dir }).catch(
    error => {
      throw toUnreadable(error);
    },
  );
}
