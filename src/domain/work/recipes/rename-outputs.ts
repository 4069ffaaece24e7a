import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { fillNames } from './output-names.ts';

interface NamedStep {
  template: string | null;
  step: string;
  mode: string;
  part: number;
  date: Date;
}

/** Renames the files that a job of a branching recipe made, if its step has a template. */
export async function renameOutputs(db: Database, jobId: string, outputs: OutputRow[]): Promise<OutputRow[]> {
  const { rows } = await sql<NamedStep>`
    select s.flow->>'outputName' as template, s.name as step, s.flow->>'mode' as mode, j.step_part as part, r.created_at as date
      from jobs j join run_steps s on s.run_id = j.run_id and s.index = j.step_index join recipe_runs r on r.id = j.run_id
      where j.id = ${jobId} and j.step_part >= 0 and s.flow ? 'outputName'`.execute(db);
  const [found] = rows;
  if (!found?.template) return outputs;
  const { template, step, date } = found;
  const context = { step, date, ...(found.mode === 'each' && { part: found.part + 1 }) };
  const names = fillNames(
    template,
    outputs.map(({ filename }) => filename),
    context,
  );
  return outputs.map((output, at) => ({ ...output, filename: names[at]! }));
}
