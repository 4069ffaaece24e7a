import type { JobSettings } from '@filemill/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { CommandError } from '../exit-codes.ts';

/** The flags for settings that only a server has, because it keeps jobs and files. */
export interface SettingFlags {
  metadata?: Record<string, string>;
  retentionHours?: number;
  deleteAfterDownload?: boolean;
  callbackUrl?: string;
  outputTo?: { connection: string; key: string };
  reuse?: boolean;
  estimate?: boolean;
}

function readPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give a pair such as ref=A-17.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

const readHours = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Give a number of hours.');
  return Number(text);
};

const readPlace = (text: string): { connection: string; key: string } => {
  const at = text.indexOf('/');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Give a connection and a key such as archive/reports/{name}.{ext}.');
  return { connection: text.slice(0, at), key: text.slice(at + 1) };
};

const options = [
  new Option(
    '--metadata <name=value>',
    'your own data, shown with the job and sent in events; may be repeated',
  ).argParser(readPair),
  new Option('--retention-hours <hours>', 'how long the server keeps the files').argParser(readHours),
  new Option('--delete-after-download', 'the server deletes the files once the results are here'),
  new Option('--callback-url <url>', 'an address that the server tells of the end of each job'),
  new Option(
    '--output-to <connection/key>',
    'a connection that the results are also written to, such as archive/{date}/{name}.{ext}',
  ).argParser(readPlace),
  new Option('--reuse', 'take an earlier result of the same file and options, if the server has one'),
  new Option('--estimate', 'only show what each job would take: time, operations, credits'),
];

export function addSettingFlags(command: Command): Command {
  for (const option of options) command.addOption(option.helpGroup('On a server:'));
  return command;
}

/** Reads the settings from the flags. They mean nothing on this machine, which keeps no jobs. */
export function readSettingFlags(
  backend: Pick<Backend, 'jobs' | 'place'>,
  { metadata, retentionHours, deleteAfterDownload, callbackUrl, outputTo, reuse }: SettingFlags,
): JobSettings {
  const settings = {
    ...(metadata && { metadata }),
    ...(retentionHours !== undefined && { retentionHours }),
    ...(deleteAfterDownload && { deleteAfterDownload }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(outputTo && { output: outputTo }),
    ...(reuse && { reuse }),
  };
  const names: string[] = [...Object.keys(settings), ...(outputTo ? ['outputTo'] : [])];
  const given = options.find(option => names.includes(option.attributeName()));
  if (given && !backend.jobs)
    throw new CommandError(
      `${given.long} needs a server: add --server URL, or sign in with \`filemill login URL\`.`,
    );
  return settings;
}
