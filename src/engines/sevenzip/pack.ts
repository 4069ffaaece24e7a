import { runProgram } from '../program.ts';

export interface Packing {
  format: 'zip' | '7z' | 'tar';
  /** The names of the files in `folder`, as they are in the archive. */
  names: readonly string[];
  folder: string;
  output: string;
  /** The compression level, from 0, which only stores, to 9. */
  level: number;
  password?: string;
  onProgress(percent: number): void;
}

/** AES for both formats; a 7z archive with a password hides the names of its files too. */
const encryption = { zip: ['-mem=AES256', '-p'], '7z': ['-mhe=on', '-p'], tar: [] };
/** ZIP names that are not ASCII are written as UTF-8, which every program reads today. */
const settings = { zip: ['-mcu=on'], '7z': [], tar: [] };

/** Makes an archive of files in one folder. */
export async function packFiles(packing: Packing): Promise<void> {
  const { format, names, folder, output, level, password, onProgress } = packing;
  const args = [
    'a',
    `-t${format}`,
    ...(format === 'tar' ? [] : [`-mx=${level}`]),
    ...settings[format],
    ...(password === undefined ? [] : encryption[format]),
    // Names are taken as they are, whatever signs are in them.
    ...['-spd', '-sccUTF-8', '-bso0', '-bsp1', '--'],
    output,
    ...names,
  ];
  await runProgram('7zz', args, {
    cwd: folder,
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
    // It asks for the password twice.
    ...(password !== undefined && { stdin: `${password}\n${password}\n` }),
    onStdout: text => {
      const percent = /(\d+)%[^%]*$/.exec(text)?.[1];
      if (percent !== undefined) onProgress(Number(percent));
    },
  });
}
