import { Command, InvalidArgumentError, Option } from 'commander';
import type { Filled } from '../../lists.ts';
import type { Backend, JobTypeInfo, Work } from '../backend/backend.ts';
import type { Place } from '../backend/open.ts';
import { runBatch, type Task } from '../batch/batch.ts';
import { gatherInputs, type Input } from '../batch/inputs.ts';
import { planTargets } from '../batch/save.ts';
import { CommandError } from '../exit-codes.ts';
import { formatFlag } from '../flags/flags.ts';
import { printEstimates } from './estimate.ts';
import { addSettingFlags, readSettingFlags, type SettingFlags } from './settings.ts';

/** The flags of every verb that processes files, besides the options of its job type. */
export interface FileFlags extends Place, SettingFlags {
  out?: string;
  recursive?: boolean;
  force?: boolean;
  from?: string;
  jobs?: number;
  json?: boolean;
}

const readCount = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 999.');
  return Number(text);
};

const place = [
  new Option(
    '--server <url>',
    'use this server (default: the one of filemill login, otherwise this machine)',
  ),
  new Option('--local', 'use this machine even if a server is saved'),
];

/** Adds flags under a heading in the help. */
function addGroup(command: Command, heading: string, options: Option[]): Command {
  for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}

export const addPlaceFlags = (command: Command): Command => addGroup(command, 'Where it runs:', place);

/** Returns a part of the backend that only servers have. `what` completes "Only servers …". */
export function requireOfServer<Part>(part: Part | undefined, what: string): Part {
  if (part) return part;
  throw new CommandError(`Only servers ${what}. Sign in to one with \`filemill login URL\`.`);
}

/** Makes a command about what a server has, such as its connections. */
export const makeServerCommand = (name: string, description: string): Command =>
  addPlaceFlags(new Command(name)).description(description).option('--json', 'print JSON');

const common = {
  recursive: new Option('-r, --recursive', 'include files in folders and subfolders'),
  force: new Option('-f, --force', 'overwrite existing files (default: fail)'),
  jobs: new Option(
    '--jobs <count>',
    'files at once (default: the number of cores, or 4 on a server)',
  ).argParser(readCount),
};

const filesHeading = 'Files and results:';

/** Adds the flags of a verb that processes files. */
export const addFileFlags = (command: Command): Command =>
  addSettingFlags(
    addPlaceFlags(
      addGroup(command, filesHeading, [
        new Option(
          '-o, --out <path>',
          'a folder for results, a filename for a single one, or - for standard output (default: next to each file)',
        ),
        common.recursive,
        common.force,
        new Option('--from <format>', 'the format of standard input (-)'),
        common.jobs,
        new Option('--json', 'print { files } as JSON'),
      ]),
    ),
  );

/** Adds the flags of a verb that watches a folder. */
export const addFolderFlags = (command: Command): Command =>
  addPlaceFlags(
    addGroup(command, filesHeading, [
      new Option('-o, --out <folder>', 'a folder for results (default: the subfolder done)'),
      common.recursive,
      common.force,
      common.jobs,
    ]),
  );

/**
 * Adds flags for a job type's options under its title. If several job types share a flag, the first one
 * describes it.
 */
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

/** Makes `--to`, with the formats for completion. */
export function makeToFlag(description: string, formats: unknown[]): Option {
  const option = new Option('-t, --to <format>', description);
  option.argChoices = [...new Set(formats.map(String))].sort();
  return option;
}

interface EachFile {
  /** Predicts the name of a file's result. */
  expectedName?: (filename: string) => string | undefined;
  /** The role of each file, if there are further files. */
  role?: string | undefined;
  /** Files with other roles that each job gets as well. */
  further?: Input[];
}

/** Finds the files and processes each. */
export async function workOnFiles(
  backend: Backend,
  words: string[],
  flags: FileFlags,
  asked: Work,
  { expectedName = () => undefined, role, further = [] }: EachFile = {},
): Promise<void> {
  const work = { ...asked, settings: readSettingFlags(backend, flags) };
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
    if (inputs.length === 0) throw new CommandError('There are no files that this command can process.');
    const group = (input: Input): Filled<Input> => [
      role && further.length > 0 ? { ...input, role } : input,
      ...further,
    ];
    if (flags.estimate) return await printEstimates(backend, work, inputs.map(group), flags.json);
    const targetOf = await planTargets(flags, inputs.length === 1 && gathered.areNamed);
    const tasks = inputs.map(
      (input): Task => ({
        work,
        files: group(input),
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
    `There is no job type ${id} on ${backend.place}. Job types: ${types.map(type => type.id).join(', ')}.`,
  );
}
