import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What was done in a watched folder, kept across restarts: one line a file, the last one of a path counts. */
export interface WatchMemory {
  knows(path: string, print: string): boolean;
  remember(path: string, print: string, status: string): Promise<void>;
}

const getStateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'filemill', 'watch');

/** The memory of one folder and one kind of work: another recipe begins anew. */
export async function openMemory(of: object): Promise<WatchMemory> {
  const name = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);
  const file = join(getStateFolder(), `${name}.jsonl`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const known = new Map<string, string>();
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    try {
      const { path, print } = JSON.parse(line) as { path: string; print: string };
      known.set(path, print);
    } catch {
      // The last line may have been cut off; its file is done again.
    }
  }
  return {
    knows: (path, print) => known.get(path) === print,
    remember: async (path, print, status) => {
      known.set(path, print);
      await appendFile(file, `${JSON.stringify({ path, print, status })}\n`, { mode: 0o600 });
    },
  };
}
