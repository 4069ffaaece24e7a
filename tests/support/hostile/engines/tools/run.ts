import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { runProgram } from '../../../../../src/engines/program.ts';
import { type HostileRun, report } from '../../probe-context.ts';

/** Small real work with each kind of tool that job types start, which the system call filter must allow. */
export const run: HostileRun<{ tools: string[] }> = async ({ options, dir }) => {
  const program = (name: string, ...args: string[]) => runProgram(name, args, { cwd: dir });
  const text = async (file: string) => (await readFile(`${dir}/${file}`)).subarray(0, 5).toString('latin1');
  const kinds: Record<string, () => Promise<unknown>> = {
    sharp: async () => {
      const image = sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } });
      await image.clone().webp().toFile(`${dir}/a.webp`);
      return (
        (await image.avif({ effort: 0 }).toBuffer()).length > 0 &&
        (await sharp(`${dir}/a.webp`).metadata()).width
      );
    },
    python: async () => {
      const script = [
        'from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor',
        'import math, subprocess, tempfile, pwd, os',
        'print(list(ProcessPoolExecutor(2).map(math.sqrt, [4, 9])))',
        'print(list(ThreadPoolExecutor(2).map(math.sqrt, [4])))',
        'print(subprocess.run(["echo", "child"], capture_output=True).stdout.decode())',
        'print(pwd.getpwuid(os.getuid()).pw_name, tempfile.TemporaryFile().write(b"x"))',
      ].join('\n');
      return (await program('python3', '-c', script)).stdout.toString();
    },
    ghostscript: async () => {
      await program(
        'gs',
        '-q',
        '-sDEVICE=pdfwrite',
        '-o',
        'gs.pdf',
        '-c',
        '/Helvetica 20 selectfont 20 20 moveto (x) show showpage',
      );
      return text('gs.pdf');
    },
    qpdf: async () => {
      await program('qpdf', '--empty', '--encrypt', 'a', 'b', '256', '--', 'qpdf.pdf');
      return text('qpdf.pdf');
    },
    libreoffice: async () => {
      await writeFile(`${dir}/a.txt`, 'hello');
      const profile = `-env:UserInstallation=file://${dir}/profile`;
      await program('soffice', profile, '--headless', '--convert-to', 'pdf', 'a.txt');
      return text('a.pdf');
    },
  };
  const found: Record<string, unknown> = {};
  for (const tool of options.tools)
    found[tool] = await kinds[tool]!().catch(error => error.detail ?? String(error));
  return report(dir, found);
};
