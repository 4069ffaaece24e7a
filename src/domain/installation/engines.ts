import { sql } from 'kysely';
import { ApiError, invalid } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { EngineFacts } from '../../db/tables/jobs.ts';
import { type JobType, timestampServer, webAccess } from '../../jobs/job-type.ts';
import { builtInModels, chooseDefault, findChoice } from '../../models/manifest.ts';
import { nameNeed } from '../../models/model.ts';
import { limits } from '../../settings/limits.ts';

/** A worker that was not seen for this long no longer counts towards what the installation can run. */
const remembered = sql`interval '1 day'`;
/** Models are added and removed by a command, so only workers that are alive count for them. */
const alive = sql`make_interval(secs => ${sql.lit(3 * limits.registerSeconds)})`;

const modelPrefix = nameNeed('');

/** The engines and models (`model:<name>`) of a worker with their versions, and the choices they offer to callers. */
export interface WorkerFacts {
  engines: Record<string, string>;
  facts: EngineFacts;
  /** Engines that set-up is still installing on its machine. */
  installing?: string[];
}

/** Records what a worker can run. Workers repeat this regularly, and when something changes. */
export async function registerWorker(
  db: Database,
  id: string,
  { engines, facts, installing = [] }: WorkerFacts,
): Promise<void> {
  const told = { engines: JSON.stringify(engines), facts: JSON.stringify(facts), installing };
  await db
    .insertInto('workers')
    .values({ id, ...told })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...told, seen_at: sql`now()` }))
    .execute();
  await sql`update workers w set engines = engines - models.keys
    from (select id, array(select key from jsonb_object_keys(engines) key where starts_with(key, ${modelPrefix})) as keys
          from workers where seen_at < now() - ${alive}) models
    where w.id = models.id and cardinality(models.keys) > 0`.execute(db);
}

export async function forgetWorkers(db: Database): Promise<void> {
  await sql`delete from workers where seen_at < now() - ${remembered}
    and id <> (select id from workers order by seen_at desc limit 1)`.execute(db);
}

/** Lists the engines and models (`model:<name>`) that some worker of this installation has, with their versions. */
export async function listInstalledEngines(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; version: string }>`
    select key as id, max(value) as version
    from (select engines from workers order by seen_at desc limit 64) w, jsonb_each_text(w.engines) group by key
  `.execute(db);
  return new Map(rows.map(row => [row.id, row.version]));
}

/** Lists the names by which callers may choose among the installed models of a job type. */
export const listInstalledChoices = (
  installed: Iterable<string>,
  facts: EngineFacts,
  jobType: string,
): string[] =>
  [...installed]
    .filter(id => id.startsWith(modelPrefix) && facts[id]?.jobTypes?.includes(jobType))
    .map(id => findChoice(id.slice(modelPrefix.length)))
    .sort();

/** Changes the default of a job type's option `model` to one that is installed. */
export function adaptModelDefault(
  options: JobType['options'],
  choices: readonly string[],
): JobType['options'] {
  const model = options.properties.model as { default?: string } | undefined;
  if (model?.default === undefined) return options;
  const shown = { ...model, default: chooseDefault(model.default, choices) };
  return { ...options, properties: { ...options.properties, model: shown } };
}

/** Reads the names by which callers may choose a model of this job type. */
export async function findModelChoices(db: Database, jobType: string): Promise<string[]> {
  const [installed, facts] = await Promise.all([listInstalledEngines(db), readInstalledFacts(db)]);
  return listInstalledChoices(installed.keys(), facts, jobType);
}

function describeMissingModel(jobType: string, name: string, choices: string[]): string {
  if (builtInModels.some(model => model.name === name && model.jobTypes.includes(jobType)))
    return `This installation lacks the model ${name}, which ${jobType} needs here. \`npx filemill models pull ${name}\` brings it.`;
  const offered = choices.length > 0 ? `It offers ${choices.join(', ')}` : 'It offers none yet';
  return `This installation has no model ${name} for ${jobType}. ${offered}; \`npx filemill models list\` shows all there are.`;
}

/** Lists the workers seen within a minute of the last one seen, which are those alive, if any is. */
const listLivingWorkers = (db: Database): Promise<Required<WorkerFacts>[]> =>
  db
    .selectFrom('workers')
    .select(['engines', 'facts', 'installing'])
    .where('seen_at', '>', sql<Date>`(select max(seen_at) from workers) - interval '1 minute'`)
    .limit(64)
    .execute();

/** Lists the engines that no worker has yet and that set-up is installing. */
export async function listInstallingEngines(db: Database): Promise<Set<string>> {
  const workers = await listLivingWorkers(db);
  return new Set(workers.flatMap(({ installing }) => installing));
}

/** Installing engines takes a minute or two, so callers need not ask more often than this. */
const installingRetrySeconds = 15;

const stillInstalling = (jobType: string, engines: string[]): ApiError =>
  new ApiError(
    'unavailable',
    {
      message: `${jobType} needs ${engines.join(' and ')} here, which is still being installed. Try again in a minute.`,
      retryAfter: installingRetrySeconds,
    },
    { 'retry-after': String(installingRetrySeconds) },
  );

export async function requireInstalled(db: Database, jobType: string, needs: string[]): Promise<void> {
  // Engines and models that cannot be chosen have no `jobTypes`.
  const isOfOthers = ({ jobTypes = [] }: EngineFacts[string] = {}): boolean =>
    jobTypes.length > 0 && !jobTypes.includes(jobType);
  // One worker must have everything, as in `job_create`. The refusal names what the best worker lacks.
  const workers = await listLivingWorkers(db);
  const [missing = needs] = workers
    .map(({ engines, facts }) => needs.filter(id => !(id in engines) || isOfOthers(facts[id])))
    .sort((one, other) => one.length - other.length);
  const [first] = missing;
  if (first === undefined) return;
  const engines = missing.filter(id => !id.startsWith(modelPrefix));
  const isOnItsWay = (id: string) => workers.some(({ installing }) => installing.includes(id));
  if (engines.length > 0 && engines.every(isOnItsWay)) throw stillInstalling(jobType, engines);
  if (engines.includes(webAccess))
    throw new ApiError('feature_not_available', {
      message:
        'This installation does not fetch web pages: send the page as a file. An operator can set WEB_ACCESS=on.',
    });
  if (engines.includes(timestampServer))
    throw new ApiError('feature_not_available', {
      message:
        'This installation adds no timestamps: sign without `timestamp`. An operator can set TIMESTAMP_SERVERS.',
    });
  if (engines.length > 0)
    throw new ApiError('feature_not_available', {
      message: `This installation lacks what ${jobType} needs here: ${engines.join(', ')}. \`filemill doctor\` says how to install it.`,
    });
  const choices = await findModelChoices(db, jobType);
  throw new ApiError('feature_not_available', {
    message: describeMissingModel(jobType, first.slice(modelPrefix.length), choices),
  });
}

/** Reads the choices that the engines of all workers offer. */
export async function readInstalledFacts(db: Database): Promise<EngineFacts> {
  const workers = await db.selectFrom('workers').select('facts').orderBy('seen_at').limit(64).execute();
  return Object.assign({}, ...workers.map(worker => worker.facts));
}

/** Refuses an option that no engine here supports, such as a language that is not installed, and lists the choices. */
export async function requireChoices(
  db: Database,
  { installedChoices = [] }: Pick<JobType, 'installedChoices'>,
  options: Record<string, unknown>,
): Promise<void> {
  const names = installedChoices.filter(name => options[name] !== undefined);
  if (names.length === 0) return;
  const offered: Record<string, string[]> = Object.assign({}, ...Object.values(await readInstalledFacts(db)));
  for (const name of names) {
    const choices = offered[name];
    const missing = [options[name] ?? []].flat().find(value => !choices?.includes(String(value)));
    if (missing !== undefined && choices)
      throw invalid(
        `options.${name}`,
        `\`options.${name}\` names ${missing}, which is not installed here; there are ${choices.join(', ')}.`,
      );
  }
}
