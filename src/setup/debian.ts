import { execFile, spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const listsFolder = '/var/lib/apt/lists';
const listsLastMs = 7 * 24 * 3600_000;
const keptOutput = 2000;

/** How this process may install packages: as root, through sudo, or not at all. */
export type Authority = 'root' | 'sudo' | 'none';

export async function isDebian(): Promise<boolean> {
  return run('dpkg-query', ['--version']).then(
    () => run('apt-get', ['--version']).then(() => true),
    () => false,
  );
}

export async function findAuthority(): Promise<Authority> {
  if (process.getuid?.() === 0) return 'root';
  if (!process.stdin.isTTY) return 'none';
  return run('sudo', ['--version']).then(
    () => 'sudo' as const,
    () => 'none' as const,
  );
}

/** Lets sudo ask for the password now, while nothing else uses the terminal. */
export const askForPassword = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('sudo', ['-v'], { stdio: ['inherit', 'inherit', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    });
    child.on('error', reject);
    child.on('close', code =>
      code === 0 ? resolve() : reject(new Refused(output.trim().split('\n').at(-1) || 'sudo refused')),
    );
  });

/** Lists the packages that are not installed. */
export async function listMissing(names: string[]): Promise<string[]> {
  // dpkg-query fails if one name is unknown, but still prints the others.
  const format = '$' + '{Package} $' + '{db:Status-Status}\n';
  const { stdout } = await run('dpkg-query', ['--show', `--showformat=${format}`, ...names]).catch(
    error => error,
  );
  const installed = new Set(
    String(stdout ?? '')
      .split('\n')
      .filter(line => line.endsWith(' installed'))
      .map(line => line.split(' ')[0]),
  );
  return names.filter(name => !installed.has(name));
}

/** Lists the packages that can be installed here, because apt installs nothing if one name is unknown. */
export async function listOffered(names: string[]): Promise<string[]> {
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', ...names]).catch(error => error);
  const known = new Set(Array.from(String(stdout ?? '').matchAll(/^Package: (\S+)$/gm), match => match[1]));
  return names.filter(name => known.has(name));
}

/** Returns true if the package lists are missing or older than a week. */
export async function areListsStale(now: number): Promise<boolean> {
  const names = await readdir(listsFolder).catch(() => []);
  const packages = names.filter(name => /_Packages(\.\w+)?$/.test(name));
  if (packages.length === 0) return true;
  const { mtimeMs } = await stat(listsFolder);
  return now - mtimeMs > listsLastMs;
}

const quiet = [
  ...['-o', 'DPkg::Lock::Timeout=300'],
  ...['-o', 'Acquire::Retries=1'],
  ...['-o', 'Acquire::http::Timeout=20'],
  // apt must not ask questions; changed configuration files keep their changes.
  ...['-o', 'Dpkg::Options::=--force-confdef', '-o', 'Dpkg::Options::=--force-confold'],
];

export const makeInstallArguments = (names: string[]): string[] => [
  'install',
  '-y',
  '--no-install-recommends',
  ...names,
];

/**
 * Writes the command that installs the packages, for a user with the right to do so. Stale lists are updated
 * first.
 */
export function writeCommand(names: string[], by: Authority, stale: boolean): string {
  const aptGet = by === 'root' ? 'apt-get' : 'sudo apt-get';
  return `${stale ? `${aptGet} update && ` : ''}${aptGet} ${makeInstallArguments(names).join(' ')}`;
}

export interface Progress {
  percent: number;
  text: string;
}

/**
 * Parses apt's machine-readable progress: `dlstatus` while downloading (the first half), `pmstatus` while
 * installing.
 */
export function readProgress(line: string): Progress | undefined {
  const [, kind, percent, text = ''] = /^(dlstatus|pmstatus):[^:]*:([\d.]+):(.*)$/.exec(line) ?? [];
  if (kind === undefined) return undefined;
  return { percent: Number(percent) / 2 + (kind === 'pmstatus' ? 50 : 0), text };
}

/** Sudo refused, so that apt never ran. */
export class Refused extends Error {}

/** Some packages could not be downloaded. */
export class DownloadFailed extends Error {}

/** Parses from apt's output which package could not be downloaded, and why. */
export function readFailedDownload(line: string): string | undefined {
  const [, name, why = ''] = /Failed to fetch \S*\/([^/_]+)_[^/]*\.deb\s*(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const reason = why.replace(/\s*\[IP:.*$/, '').replace(/\s+/g, ' ');
  return `the package ${name} could not be downloaded${reason && ` (${reason})`}`;
}

/** Explains a failure by apt's error lines, otherwise by the last line that sudo printed. */
function explainFailure(output: string, code: number | null, by: Authority): Error {
  const lines = output.split('\n').filter(line => line.startsWith('E: '));
  const downloads = [...new Set(lines.flatMap(line => readFailedDownload(line) ?? []))];
  if (downloads.length > 0) return new DownloadFailed(downloads.join('; '));
  if (lines.length > 0) return new Error(lines.map(line => line.slice(3)).join('\n'));
  const last = output.trim().split('\n').at(-1) || `it exited with code ${code}`;
  return by === 'sudo' ? new Refused(last) : new Error(last);
}

/** Runs apt-get and reports its progress. Rejects with its error message. */
export function runAptGet(
  authority: Exclude<Authority, 'none'>,
  args: string[],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8'];
  // The service may already be running and has priority.
  const command = [
    ...environment,
    'nice',
    '-n',
    '10',
    'apt-get',
    ...quiet,
    '-o',
    'APT::Status-Fd=1',
    ...args,
  ];
  const [program, ...rest] =
    authority === 'sudo' ? (['sudo', 'env', ...command] as const) : (['env', ...command] as const);
  return new Promise((resolve, reject) => {
    // sudo asks for the password on the terminal itself; apt gets no input. Root's apt has a separate
    // session, because dpkg is left inconsistent if Ctrl-C ends it.
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], detached: authority === 'root' });
    let output = '';
    let pending = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (pending + chunk.toString()).split('\n');
      pending = lines.splice(-1).join('');
      for (const line of lines) {
        const progress = readProgress(line);
        if (progress) onProgress(progress);
        else output = `${output}${line}\n`.slice(-keptOutput);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    });
    child.on('error', reject);
    child.on('close', code => (code === 0 ? resolve() : reject(explainFailure(output, code, authority))));
  });
}
