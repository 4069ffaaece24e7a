import { Command } from 'commander';
import type { Delivery, DeliveryStatus } from '../../../domain/outgoing/webhooks/deliveries.ts';
import { formatTable, type JsonFlag, print } from '../../output.ts';
import { withWebhooks } from './domain.ts';
import { makeNumberReader } from './number-option.ts';

function formatDelivery({ eventId, type, status, attempts }: Delivery): string[][] {
  const first = [eventId, type, status];
  if (attempts.length === 0) return [[...first, '', '', '', '']];
  return attempts.map((attempt, index) => [
    ...(index === 0 ? first : ['', '', '']),
    attempt.at,
    String(attempt.status ?? attempt.error),
    `${attempt.durationMs} ms`,
    attempt.nextAt ?? '',
  ]);
}

type DeliveryOptions = JsonFlag & {
  status?: DeliveryStatus;
  limit: number;
  job?: string;
  diagnostic?: string;
};

export const makeDeliveriesCommand = () =>
  new Command('deliveries')
    .description('list deliveries with all attempts, newest first')
    .argument('[webhookId]', 'a webhook; omit it with --job or --diagnostic')
    .option('--job <jobId>', 'deliveries for this job, to all webhooks')
    .option('--diagnostic <id>', 'deliveries for the job with this diagnostic id')
    .option('--status <status>', 'only pending, delivered or failed deliveries of a webhook')
    .option('--limit <count>', 'the most deliveries to list', makeNumberReader(1, 'a number above 0'), 20)
    .option('--json', 'print { deliveries, nextCursor } as JSON, with the responses')
    .action((id: string | undefined, options: DeliveryOptions) =>
      withWebhooks(async (domain, db) => {
        const { limit, status, job: jobId, diagnostic: diagnosticId } = options;
        if ([id, jobId, diagnosticId].filter(each => each !== undefined).length !== 1)
          throw new Error('Give exactly one of: a webhook, --job, --diagnostic.');
        const log =
          id === undefined
            ? await domain.listDeliveriesOfJob(db, {
                limit,
                ...(jobId && { jobId }),
                ...(diagnosticId && { diagnosticId }),
              })
            : await domain.listDeliveries(db, { webhookId: id, limit, ...(status && { status }) });
        print(options.json, log, () =>
          formatTable([
            ['EVENT', 'TYPE', 'STATUS', 'ATTEMPT', 'ANSWER', 'TOOK', 'NEXT ATTEMPT'],
            ...log.deliveries.flatMap(formatDelivery),
          ]),
        );
      }),
    );

export const makeRedeliverCommand = () =>
  new Command('redeliver')
    .description('send an event again, with the same webhook-id')
    .argument('<webhookId>')
    .argument('<eventId>')
    .option('--json', 'print { id, eventId } as JSON')
    .action((id: string, eventId: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        await domain.redeliver(db, { id }, eventId);
        print(options.json, { id, eventId }, () => `${eventId} is being sent again.`);
      }),
    );

export const makeTestCommand = () =>
  new Command('test')
    .description('send a test event to a webhook')
    .argument('<webhookId>')
    .option('--json', 'print { id, eventId } as JSON')
    .action((id: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        const { eventId } = await domain.sendTest(db, { id });
        print(
          options.json,
          { id, eventId },
          () => `${eventId} is being sent. Run \`filemill webhooks deliveries ${id}\` to see the result.`,
        );
      }),
    );
