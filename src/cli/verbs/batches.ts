import type { Batch } from '@filemill/client';
import { Command } from 'commander';
import type { Backend, Options, Work } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { gatherInputs } from '../batch/inputs.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type JsonFlag, print } from '../output.ts';
import { addPlaceFlags, requireOfServer } from './general.ts';

interface CreateFlags extends JsonFlag {
  options?: string;
  recipe?: boolean;
  recursive?: boolean;
  wait?: boolean;
}

const requireBatches = ({ batches }: Backend): NonNullable<Backend['batches']> =>
  requireOfServer(batches, 'keep batches');

function readOptions(text: string | undefined): Options {
  try {
    return JSON.parse(text ?? '{}') as Options;
  } catch {
    throw new CommandError('--options must be JSON, for example \'{"outputFormat":"webp"}\'.');
  }
}

const describe = ({ id, status, progress, inputCount, counts, blocked, result }: Batch): string =>
  [
    `${id}  ${status}  ${progress} % of ${inputCount}`,
    `  ${Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}`,
    ...(blocked ? [`  waits for the quota ${blocked.quota}`] : []),
    ...(result?.archiveUrl ? [`  ${result.fileCount} files: ${result.archiveUrl}`] : []),
  ].join('\n');

function show(batch: Batch, json: boolean | undefined): void {
  if (batch.counts.failed > 0) process.exitCode = exitCodes.filesFailed;
  print(json, batch, () => describe(batch));
}

const create = (backend: Backend) =>
  addPlaceFlags(new Command('create'))
    .description('upload files and run one job type or recipe on each')
    .argument('<type>', 'the job type, or with --recipe the name of a recipe')
    .argument('<files...>', 'files, patterns, or folders with -r')
    .option('--options <json>', 'the options of the job type, as JSON')
    .option('--recipe', 'run a recipe')
    .option('-r, --recursive', 'include files in folders and subfolders')
    .option('--wait', 'wait until every file has been processed')
    .option('--json', 'print the batch as JSON')
    .action(async (name: string, words: string[], flags: CreateFlags) => {
      const batches = requireBatches(backend);
      const work: Work = flags.recipe
        ? { recipe: name }
        : { type: name, options: readOptions(flags.options) };
      const gathered = await gatherInputs(words, { recursive: flags.recursive ?? false });
      try {
        const created = await batches.create(work, gathered.inputs);
        show(flags.wait ? await batches.wait(created.id, () => {}) : created, flags.json);
      } finally {
        await gathered.clear();
      }
    });

const makeCommandOnBatch = (backend: Backend, name: 'get' | 'cancel' | 'retry', description: string) =>
  addPlaceFlags(new Command(name))
    .description(description)
    .argument('<batchId>', 'the id of the batch')
    .option('--json', 'print the batch as JSON')
    .action(async (id: string, { json }: JsonFlag) => show(await requireBatches(backend)[name](id), json));

export async function makeBatchCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  return new Command('batch')
    .addCommand(create(backend))
    .addCommand(makeCommandOnBatch(backend, 'get', 'show a batch with the number of files in each state'))
    .addCommand(makeCommandOnBatch(backend, 'cancel', 'cancel what has not ended'))
    .addCommand(makeCommandOnBatch(backend, 'retry', 'run the failed files again'));
}
