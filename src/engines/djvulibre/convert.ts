import { stat, writeFile } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert, Converted } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { readWords } from './read-words.ts';

const quality = 85;

/** Runs one of the tools; their failures are those of the document. */
async function runTool(program: string, args: string[], dir: string): Promise<Buffer> {
  try {
    return (await runProgram(program, args, { cwd: dir })).stdout;
  } catch (error) {
    if (error instanceof ProgramFailure && error.code !== null)
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
}

async function writeText(input: string, output: string, dir: string): Promise<Converted> {
  const text = await runTool('djvutxt', [input], dir);
  const words = text.toString('utf8').replaceAll('\f', '\n').trim();
  await writeFile(output, words === '' ? '' : `${words}\n`);
  return { path: output, warnings: words === '' ? ['no_text_layer'] : [] };
}

export const convert: Convert = async ({ to, input, output, dir, aids }) => {
  if (to === 'txt') return [await writeText(input, output, dir)];
  await runTool('ddjvu', ['-format=pdf', `-quality=${quality}`, input, output], dir);
  if (!(await stat(output).catch(() => undefined))?.size)
    throw new JobFailure('unreadable_input', 'ddjvu wrote nothing');
  if (aids?.addWords) {
    const words = await runTool('djvutxt', ['--detail=word', input], dir);
    await aids.addWords(output, readWords(words.toString('utf8')), dir);
  }
  return [{ path: output }];
};
