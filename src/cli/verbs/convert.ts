import { Command } from 'commander';
import { findFormat, getExtension, makeOutputName } from '../../formats/declared.ts';
import { getFormat } from '../../formats/formats.ts';
import { zip } from '../../lists.ts';
import type { Schema } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { CommandError } from '../exit-codes.ts';
import { makeFlags, readGivenOptions } from '../flags/flags.ts';
import { formatOptions } from '../flags/format-by-name.ts';
import { listChoices } from '../flags/values.ts';
import { addFileFlags, addFlags, type FileFlags, makeToFlag, workOnFiles } from './general.ts';

/** Removes the options that `--to` replaces. */
const removeFormatOption = ({ properties = {}, ...schema }: Schema): Schema => ({
  ...schema,
  required: [],
  properties: Object.fromEntries(
    Object.entries(properties).filter(([name]) => !formatOptions.includes(name)),
  ),
});

/** Predicts the name of the result, if the extension of the format is known. */
function predictName(filename: string, to: string): string | undefined {
  const format = findFormat(to.toLowerCase());
  return format && makeOutputName(filename, `.${getFormat(format).extensions[0]}`);
}

/** Makes the command with the flags of all job types that convert, because the file decides which one runs. */
export async function makeConvertCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words, { works: true });
  // The job type that accepts the most formats comes first in the help.
  const types = (await backend.jobTypes())
    .filter(type => type.converts)
    .sort((a, b) => b.accepts.length - a.accepts.length);
  const schemas = types.map(type => removeFormatOption(type.options));
  const formats = types.flatMap(({ options: { properties = {} } }) =>
    formatOptions.flatMap(name => listChoices(properties[name] ?? {})),
  );
  const command = addFileFlags(
    new Command('convert')
      .argument('<files...>', 'files, patterns, folders with -r, or - for standard input')
      .addOption(
        makeToFlag(
          'the format to convert to: pdf, docx, png, csv, … (default: the extension of --out)',
          formats,
        ),
      ),
  ).addHelpText(
    'after',
    `
Examples:
  filemill convert report.docx --to pdf
  filemill convert drawing.svg --out drawing.png
  filemill convert '*.heic' --to jpeg --quality 85 --out photos
  filemill convert -r scans --to pdf --out pdfs
  curl -s https://example.com/a.csv | filemill convert - --from csv --to json | jq .`,
  );
  for (const [schema, { title }] of zip(schemas, types)) addFlags(command, makeFlags(schema), title);
  return command.action(async (files: string[], flags: FileFlags & { to?: string }) => {
    const to = flags.to ?? findFormat(getExtension(flags.out ?? ''));
    if (to === undefined)
      throw new CommandError(
        'Say which format to convert to: --to pdf, or --out with a filename such as report.pdf.',
      );
    const work = { convertTo: to, options: readGivenOptions(schemas, { ...flags }) };
    await workOnFiles(backend, files, flags, work, { expectedName: name => predictName(name, to) });
  });
}
