import { sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import { firstRow } from '../../../db/first-row.ts';
import { findDeclaredFormat } from '../../../formats/declared.ts';
import { getHeldArtifactId, makeHolder } from '../../files/uploads/holder.ts';
import type { UsedUp } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { explainRefusal, nameOwnScope } from '../jobs/create.ts';
import { requireDeclaredFormat } from '../jobs/options.ts';
import { simplifySettings } from '../jobs/settings.ts';
import { draftRun, type RunServices } from '../recipes/draft-run.ts';
import { findRecipe, type RecipeRow } from '../recipes/recipes.ts';
import { createRun } from '../recipes/run.ts';
import { readRaised, type StoredFile, type Submitted } from './submit.ts';
import { requireOnePlace, type SubmissionTarget, takeOneFile } from './target.ts';

interface Outcome {
  outcome: 'created' | 'replayed' | 'conflict' | UsedUp;
  id: string;
}

async function submitRun(
  context: RunServices,
  caller: Caller,
  recipe: RecipeRow,
  scope: string,
  holderId: string,
  file: StoredFile,
  settings: JobSettings,
  key: string | undefined,
): Promise<Submitted> {
  const { filename, contentType, fileSize, sha256, storageKey, content } = file;
  const format = findDeclaredFormat(contentType, filename)!;
  const held = { id: getHeldArtifactId(holderId), format };
  const { run, rows, first } = await draftRun(context, caller, recipe, held, settings);
  // The file is kept like one uploaded by itself: a job that never runs holds it. It is deleted with the files of the run.
  const { retention_hours, delete_after_download } = run;
  const holder = { ...makeHolder(holderId, caller), retention_hours, delete_after_download };
  const input = {
    index: 0,
    filename,
    content_type: contentType,
    format,
    file_size: fileSize,
    sha256,
    storage_key: storageKey,
    content: content?.toString('base64'),
  };
  const print = computeFingerprint({
    recipe: recipe.id,
    filename,
    contentType,
    sha256,
    ...simplifySettings(settings),
  });
  const said = await sql<Outcome>`
    select outcome, run_id as id from run_submit(${JSON.stringify(run)}::jsonb, ${JSON.stringify(rows)}::jsonb,
      ${JSON.stringify(first)}::jsonb, ${JSON.stringify(holder)}::jsonb, ${JSON.stringify(input)}::jsonb,
      ${key === undefined ? null : nameOwnScope(caller, scope)}, ${key ?? null}, ${print})
  `
    .execute(context.db)
    .then(({ rows }) => firstRow(rows))
    .catch(error => readRaised<Outcome['outcome']>(error));
  if (said.outcome === 'created' || said.outcome === 'replayed')
    return { id: said.id, replayed: said.outcome === 'replayed' };
  throw await explainRefusal(context.db, caller, said.outcome);
}

/** Opens the target of a request that runs a recipe on the file it sends. */
export async function openRecipeTarget(
  context: RunServices,
  caller: Caller,
  recipeId: string,
): Promise<SubmissionTarget> {
  const recipe = await findRecipe(context.db, caller.workspaceId, recipeId);
  const scope = `run-recipe:${recipe.id}`;
  return {
    scope,
    add([name]) {
      const shown = name.slice(0, 200);
      throw invalid(shown, `\`${shown}\` is not a known field: a recipe has its options already.`);
    },
    ...takeOneFile(file => {
      const format = requireDeclaredFormat(file, 'file');
      if (recipe.accepts.includes(format)) return format;
      const message = `This recipe takes ${recipe.accepts.join(', ')}.`;
      throw new ApiError('invalid_file_type', { message, details: [{ path: 'file', message }] });
    }),
    async submit(id, [file], settings, key) {
      if (settings.reuse) throw invalid('reuse', '`reuse` is for single jobs: a recipe always runs.');
      return submitRun(context, caller, recipe, scope, id, file!, settings, key);
    },
    async submitFetched(places, filename, settings, key) {
      const place = requireOnePlace(places);
      const request = {
        ...('url' in place
          ? { inputUrl: place.url }
          : { input: { connection: place.connectionId, key: place.key } }),
        ...(filename !== undefined && { filename }),
        ...settings,
      };
      const { runId, replayed } = await createRun(context, caller, recipe.id, request, key);
      return { id: runId, replayed };
    },
  };
}
