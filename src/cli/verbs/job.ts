import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { Backend, JobTypeInfo } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { runBatch } from '../batch/batch.ts';
import { gatherInputs, type Input, makeInput } from '../batch/inputs.ts';
import { planTargets } from '../batch/save.ts';
import { CommandError } from '../exit-codes.ts';
import { makeFlags, readGivenOptions } from '../flags/flags.ts';
import { chooseFormatByName } from '../flags/format-by-name.ts';
import { makeRoleFlags, readRoleFlags } from '../flags/roles.ts';
import { listChoices } from '../flags/values.ts';
import { printEstimates } from './estimate.ts';
import { addFileFlags, addFlags, type FileFlags, findJobType, makeToFlag, workOnFiles } from './general.ts';
import { readSettingFlags } from './settings.ts';

/** Describes the files of a job type, such as "document: The PDF to stamp. stamp: The page to put on it." */
function describeFiles({ inputs, roles }: JobTypeInfo): string {
  if (roles && inputs === 'many')
    return `in this order, or the first only: ${roles.map(({ name, title }) => `${name}: ${title}`).join(' ')}`;
  return inputs === 'many'
    ? 'files, in the order in which they are used'
    : 'files, patterns, folders with -r, or - for standard input';
}

/** Makes the verb of one job type, with flags for its options. `--to` sets its output format. */
function makeJobCommand(backend: Backend, name: string, type: JobTypeInfo): Command {
  const extensions = type.accepts.flatMap(each => each.extensions.slice(0, 1));
  const many = type.inputs === 'many';
  const command = addFileFlags(new Command(name))
    .argument('<files...>', `${describeFiles(type)} (${extensions.join(', ')})`)
    .description(type.summary);
  const { outputFormat } = type.options.properties ?? {};
  const to = outputFormat ? [makeToFlag('short for --output-format', listChoices(outputFormat))] : [];
  const ownFlags = [...makeRoleFlags(type), ...to, ...makeFlags(type.options)];
  return addFlags(command, ownFlags, type.title).action(
    async (files: string[], flags: FileFlags & { to?: string }) => {
      const given = {
        ...readGivenOptions([type.options], { ...flags }),
        ...(flags.to && { outputFormat: flags.to }),
      };
      const options = { ...chooseFormatByName(type.options, flags.out), ...given };
      const work = { type: type.id, options };
      const further = await findRoleFiles(type, { ...flags });
      await (many && further.length === 0
        ? workOnAll(backend, files, flags, work)
        : workOnFiles(backend, files, flags, work, { role: type.roles?.[0]?.name, further }));
    },
  );
}

/** Finds the files that were given by the flags of their roles. */
async function findRoleFiles(type: JobTypeInfo, flags: Record<string, unknown>): Promise<Input[]> {
  const given = readRoleFlags(type, flags);
  for (const { path } of given)
    if (!(await stat(path).catch(() => undefined))?.isFile())
      throw new CommandError(`There is no file ${path}.`);
  return given.map(({ role, path }) => ({ ...makeInput(path), role }));
}

/** Runs one job on all files together. */
async function workOnAll(
  backend: Backend,
  words: string[],
  flags: FileFlags,
  work: { type: string; options: Record<string, unknown> },
): Promise<void> {
  const gathered = await gatherInputs(words, {
    recursive: flags.recursive ?? false,
    keepsRepeats: true,
    ...(flags.from && { stdinName: `input.${flags.from}` }),
  });
  try {
    const [first, ...others] = gathered.inputs;
    const { roles } = await findJobType(backend, work.type);
    if (!first || (!roles && others.length === 0))
      throw new CommandError(`${work.type} takes at least 2 files.`);
    const asked = { ...work, settings: readSettingFlags(backend, flags) };
    if (flags.estimate) return await printEstimates(backend, asked, [[first, ...others]], flags.json);
    const target = (await planTargets(flags, true))(first);
    await runBatch(backend, [{ work: asked, files: [first, ...others], target }], flags);
  } finally {
    await gathered.clear();
  }
}

/** Makes the loader of a named verb for one job type. */
export const makeVerbLoader =
  (type: string) =>
  async (words: string[]): Promise<Command> => {
    const backend = await openBackend(words, { works: true });
    return makeJobCommand(backend, words[0]!, await findJobType(backend, type));
  };

/** Makes `run <type> FILE`, with a subcommand for each job type. */
export async function makeRunCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words, { works: true });
  const command = new Command('run').usage('<type> <files...> [options]');
  for (const type of await backend.jobTypes()) {
    const isAsked = words.includes(type.id);
    command.addCommand(
      isAsked ? makeJobCommand(backend, type.id, type) : new Command(type.id).description(type.title),
    );
  }
  return command;
}
