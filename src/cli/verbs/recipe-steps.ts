import { Command } from 'commander';
import type { JobTypeInfo, NewRecipe } from '../backend/backend.ts';
import { CommandError } from '../exit-codes.ts';
import { makeFlags, readGivenOptions } from '../flags/flags.ts';
import { addFlags } from './general.ts';

/** Splits a step into words like a shell: quotes group words with spaces. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([whole, double, single]) => double ?? single ?? whole,
  );
}

/** Parses a step such as `ocr --output-format pdf`, with the flags of the job type. */
function readStep(types: JobTypeInfo[], text: string): NewRecipe['steps'][number] {
  const [id = '', ...words] = splitWords(text);
  const type = types.find(each => each.id === id);
  if (!type)
    throw new CommandError(
      `There is no job type ${id}. Job types: ${types.map(each => each.id).join(', ')}.`,
    );
  let complaint = '';
  const command = addFlags(new Command(id), makeFlags(type.options), type.title)
    .exitOverride()
    .configureOutput({ writeErr: line => (complaint += line) });
  try {
    command.parse(words, { from: 'user' });
  } catch {
    throw new CommandError(`The step "${text}" is wrong. ${complaint.trim().replace(/^error: /, '')}`);
  }
  return { jobType: id, options: readGivenOptions([type.options], command.opts()) };
}

export const readSteps = (types: JobTypeInfo[], steps: string[]): NewRecipe['steps'] =>
  steps.map(step => readStep(types, step));
