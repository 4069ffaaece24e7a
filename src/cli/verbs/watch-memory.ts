import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Remembers the processed files of a watched folder across restarts: one line per file, of which the last one
 * for a path counts.
 */
export interface WatchMemory {
  knows(path: string, print: string): boolean;
  remember(path: string, print: string, status: string): Promise<void>;
}

const getStateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'filemill', 'watch');

/** Opens the memory for one folder and one kind of work; each recipe has its own. */
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
      // The last line may be truncated. Its file is processed again.
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
