import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Backend, JobTypeInfo, Work } from '../backend/backend.ts';
import type { Place } from '../backend/open.ts';
import { runBatch, type Task } from '../batch/batch.ts';
import { gatherInputs } from '../batch/inputs.ts';
import { planTargets } from '../batch/save.ts';
import { CommandError } from '../exit-codes.ts';
import { formatFlag } from '../flags/flags.ts';

/** What every verb that works on files takes, besides the options of its job type. */
export interface FileFlags extends Place {
  out?: string;
  recursive?: boolean;
  force?: boolean;
  from?: string;
  jobs?: number;
  json?: boolean;
}

const count = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 999.');
  return Number(text);
};

const place = [
  new Option('--server <url>', 'use this server (default: that of filemill login, else this machine)'),
  new Option('--local', 'use this machine, although a server is known'),
];

/** Flags under a heading of their own in the help. */
function addGroup(command: Command, heading: string, options: Option[]): Command {
  for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}

export const placeFlags = (command: Command): Command => addGroup(command, 'Where it runs:', place);

const common = {
  recursive: new Option('-r, --recursive', 'take the files in folders too, and in theirs'),
  force: new Option('-f, --force', 'overwrite files that are there (default: they are left as they are)'),
  jobs: new Option(
    '--jobs <count>',
    'files at once (default: one for each core of this machine, 4 on a server)',
  ).argParser(count),
};

const filesHeading = 'Files and results:';

/** The flags of a verb that works on files. */
export const addFileFlags = (command: Command): Command =>
  placeFlags(
    addGroup(command, filesHeading, [
      new Option(
        '-o, --out <path>',
        'where results go: a folder, or a name for a single one; - is standard output (default: beside each file)',
      ),
      common.recursive,
      common.force,
      new Option('--from <format>', 'the format of what is piped in as -'),
      common.jobs,
      new Option('--json', 'print { files } as JSON'),
    ]),
  );

/** The flags of a verb that works on what comes into a folder. */
export const addFolderFlags = (command: Command): Command =>
  placeFlags(
    addGroup(command, filesHeading, [
      new Option('-o, --out <folder>', 'where results go (default: the folder done in it)'),
      common.recursive,
      common.force,
      common.jobs,
    ]),
  );

/** Adds flags made of a job type's options, under its title; where several job types have the same one, the first describes it. */
export function addFlags(command: Command, flags: Option[], title: string): Command {
  for (const flag of flags)
    if (!command.options.some(({ long }) => long === flag.long))
      command.addOption(flag.helpGroup(`${title}:`));
  // Our flags describe their choices and defaults themselves.
  return command.configureHelp({
    optionDescription: ({ description }) => description,
    optionTerm: option => formatFlag(option, command.options),
  });
}

/** `--to`, with the formats that completion offers. */
export function makeToFlag(description: string, formats: unknown[]): Option {
  const option = new Option('-t, --to <format>', description);
  option.argChoices = [...new Set(formats.map(String))].sort();
  return option;
}

/** Finds the files, and does the work with each. */
export async function workOnFiles(
  backend: Backend,
  words: string[],
  flags: FileFlags,
  work: Work,
  expectedName: (filename: string) => string | undefined = () => undefined,
): Promise<void> {
  /** A file of a folder that already has the requested format is skipped. */
  const isDone = (filename: string) => expectedName(filename)?.toLowerCase() === filename.toLowerCase();
  const gathered = await gatherInputs(words, {
    recursive: flags.recursive ?? false,
    ...(flags.from && { stdinName: `input.${flags.from}` }),
  });
  try {
    const inputs = [];
    for (const input of gathered.inputs)
      if (
        !gathered.isFound(input) ||
        (!isDone(input.filename) && (await backend.accepts(work, input.filename)))
      )
        inputs.push(input);
    if (inputs.length === 0) throw new CommandError('There is no file here that this works on.');
    const targetOf = await planTargets(flags, inputs.length === 1 && !inputs.some(gathered.isFound));
    const tasks = inputs.map(
      (input): Task => ({
        work,
        files: [input],
        target: { ...targetOf(input), ...('type' in work && { suffix: work.type.replace(/^[a-z]+-/, '') }) },
        expected: expectedName(input.filename),
      }),
    );
    await runBatch(backend, tasks, flags);
  } finally {
    await gathered.clear();
  }
}

export async function findJobType(backend: Backend, id: string): Promise<JobTypeInfo> {
  const types = await backend.jobTypes();
  const found = types.find(type => type.id === id);
  if (found) return found;
  throw new CommandError(
    `There is no job type ${id} on ${backend.place}; there are ${types.map(type => type.id).join(', ')}.`,
  );
}
