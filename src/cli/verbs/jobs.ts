import { Command } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';
import { readLimit } from '../read-limit.ts';
import { addPlaceFlags, requireOfServer } from './general.ts';

const requireJobs = ({ jobs }: Backend): NonNullable<Backend['jobs']> => requireOfServer(jobs, 'keep jobs');

const list = (backend: Backend) =>
  addPlaceFlags(new Command('list'))
    .description('list the newest jobs')
    .option('--status <status>', 'only these: queued, processing, completed, failed, …')
    .option('--type <type>', 'only jobs of this type')
    .option('--limit <count>', 'the most jobs to list', readLimit, 20)
    .option('--json', 'print { jobs } as JSON')
    .action(async ({ json, ...query }: JsonFlag & { status?: string; type?: string; limit: number }) => {
      const jobs = await requireJobs(backend).list(query);
      print(json, { jobs }, () =>
        formatTable([
          ['JOB', 'TYPE', 'STATUS', 'DONE', 'CREATED'],
          ...jobs.map(({ id, type, status, progress, createdAt }) => [
            id,
            type,
            status,
            `${progress} %`,
            createdAt,
          ]),
        ]),
      );
    });

const makeCommandOnJob = (backend: Backend, name: 'get' | 'cancel', description: string) =>
  addPlaceFlags(new Command(name))
    .description(description)
    .argument('<jobId>', 'the id of the job, see filemill jobs list')
    .option('--json', 'print the job as JSON')
    .action(async (id: string, { json }: JsonFlag) => {
      const job = await requireJobs(backend)[name](id);
      print(json, job, () => describe(job));
    });

function describe(job: Record<string, unknown>): string {
  const { files = [] } = (job.result ?? {}) as {
    files?: { filename: string; size: number; downloadUrl?: string }[];
  };
  const { reason, message, diagnosticId } = (job.failure ?? {}) as Record<string, string | undefined>;
  return [
    `${job.id}  ${job.type}  ${job.status}  ${job.progress} %`,
    ...files.map(file => `  ${file.filename}  ${file.size} bytes  ${file.downloadUrl ?? ''}`),
    ...(diagnosticId ? [`  ${message ?? reason ?? 'failed'} (diagnostic id ${diagnosticId})`] : []),
  ].join('\n');
}

export async function makeJobsCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  return new Command('jobs')
    .addCommand(list(backend))
    .addCommand(makeCommandOnJob(backend, 'get', 'show a job with its files'))
    .addCommand(makeCommandOnJob(backend, 'cancel', 'cancel a job that has not ended'));
}
