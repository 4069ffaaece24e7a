import { type RawBuilder, sql } from 'kysely';
import type { Result } from '../../../contract/schemas/result.ts';
import { limits } from '../../../settings/limits.ts';
import { formatTime } from '../../rows/format-time.ts';

/** The delivery of a result to a connection, as jobs and runs read it. */
export interface DeliveryRow {
  connection_id: string;
  status: 'waiting' | 'done' | 'failed';
  failures: number;
  due_at: string | null;
  problem: string | null;
  files: { index: number; key: string; at: string }[] | null;
}

/** Selects the delivery of a job, a run or a step, with its first files. One without `output` has none, and nothing is looked up for it. */
export const selectDelivery = (
  subjectId: RawBuilder<unknown>,
  output: RawBuilder<unknown>,
  most: number = limits.answerFiles,
): RawBuilder<DeliveryRow | null> => sql`
  case when ${output} is not null then (select json_build_object('connection_id', d.connection_id, 'status', d.status,
      'failures', d.failures, 'problem', d.problem, 'due_at', case when d.status = 'waiting' and d.failures > 0 then d.due_at end,
      'files', (select json_agg(json_build_object('index', f.index, 'key', f.key, 'at', f.at) order by f.index)
        from delivered_files f where f.subject_id = d.subject_id and f.index < ${sql.lit(most)}))
    from output_deliveries d where d.subject_id = ${subjectId}) end`;

/** Presents a delivery as results show it. */
export const presentDelivery = (row: DeliveryRow): Pick<Result, 'delivery' | 'delivered'> => ({
  delivery: {
    status: row.status,
    failedAttempts: row.failures,
    ...(row.due_at && { nextAttemptAt: formatTime(row.due_at) }),
    ...(row.problem && { error: row.problem }),
  },
  delivered: (row.files ?? []).map(({ index, key, at }) => ({
    fileIndex: index,
    connection: row.connection_id,
    key,
    at: formatTime(at),
  })),
});
