import { Command } from 'commander';
import { closeBackends } from './backend/open.ts';
import { getHeading, listCommands } from './commands.ts';
import { listCompletions } from './complete.ts';
import { describeError } from './describe-error.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { makePrintable } from './output.ts';
import { suggestTypes } from './suggest-types.ts';
import { version } from './version.ts';

/** Returns the command line from the command's name on, also for `help` and completion. */
function readAskedCommand([first, ...others]: string[]): string[] {
  if (first === 'help') return others;
  return first === 'complete' ? others.slice(1) : first === undefined ? [] : [first, ...others];
}

/** Builds the program with only the requested command; the others are known by name. */
async function buildProgram(words: string[]): Promise<Command> {
  // A word that is still being typed for completion names no command yet.
  const isWhole = process.argv[2] !== 'complete' || words.length > 1;
  const commands = await listCommands(words, isWhole);
  const suggestion = suggestTypes(words, (words[0] ?? '') in commands);
  const program = new Command('filemill')
    .version(version)
    .description('Filemill converts and processes files on this machine or on a server.')
    .showHelpAfterError(`${suggestion}(run filemill --help for a list of commands)`)
    .addHelpText(
      'after',
      `
Files are processed on this machine unless you sign in to a server with \`filemill login URL\`.
Settings of the service are environment variables (PORT, DATA_DIR, DATABASE_URL, …): docs/settings.md lists them.

Examples:
  filemill convert report.docx --to pdf            report.pdf beside it
  filemill merge a.pdf b.pdf -o both.pdf           one of two
  filemill run pdf-split book.pdf --mode bookmarks any job type; filemill run --help lists them
  filemill serve                                   run the service on this machine
  filemill keys create --plan developer --json     a key in a new workspace
  filemill doctor                                  check this machine and its engines`,
    );
  for (const [name, entry] of Object.entries(commands)) {
    const { summary, load } = entry;
    const command = name === words[0] ? await load(words) : new Command(name);
    if (!command.description()) command.description(summary);
    command.showHelpAfterError(`${suggestion}(run filemill ${name} --help for usage)`);
    program.addCommand(command.summary(summary).helpGroup(getHeading(entry)));
  }
  return program;
}

/** Prints an error. The stack of an unexpected one is shown only at LOG_LEVEL=debug. */
function printError(error: unknown): void {
  process.stderr.write(`filemill: ${makePrintable(describeError(error))}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error | undefined)?.stack}\n`);
}

try {
  const words = process.argv.slice(2);
  const program = await buildProgram(readAskedCommand(words));
  if (words[0] === 'complete')
    process.stdout.write(listCompletions(program, readAskedCommand(words)).join('\n'));
  else await program.parseAsync();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof CommandError ? error.exitCode : exitCodes.wrongCommand;
} finally {
  await closeBackends();
}
