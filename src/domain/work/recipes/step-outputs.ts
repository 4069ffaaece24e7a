import { ApiError, type ErrorDetail } from '../../../contract/errors.ts';
import type { RecipeStep } from '../../../contract/schemas/recipe.ts';
import type { Database } from '../../../db/database.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { prepareOutput } from '../outputs/key-templates.ts';
import { refuseStep } from './refuse-step.ts';

type WrittenStep = Pick<RecipeStep, 'output'>;

const isPlace = (read: Place | ApiError | undefined): read is Place =>
  read !== undefined && !(read instanceof ApiError);

/** Finds the connections that steps are written to. Returns a place or a refusal for each step that has an output. */
async function readOutputs(
  db: Database,
  workspaceId: string,
  steps: readonly WrittenStep[],
): Promise<(Place | ApiError | undefined)[]> {
  const read: (Place | ApiError | undefined)[] = [];
  for (const [index, { output }] of steps.entries()) {
    const place = output && (await prepareOutput(db, workspaceId, output).catch(refuse(index)));
    const same = read.findIndex(
      each =>
        isPlace(place) && isPlace(each) && each.key === place.key && each.connection === place.connection,
    );
    read.push(
      same === -1
        ? place
        : refuseStep(
            index,
            'output.key',
            `Step ${same + 1} is written to the same key, and would be replaced.`,
          ),
    );
  }
  return read;
}

/** Makes the refusal of a step of one that is about its output alone. */
const refuse =
  (index: number) =>
  (error: unknown): ApiError => {
    if (!(error instanceof ApiError)) throw error;
    const path = error.code === 'not_found' ? 'output.connection' : 'output.key';
    return refuseStep(index, path, error.extras.message ?? error.message);
  };

/** Returns the place of each step that is written to a connection, as it is stored. Throws the refusal of the first wrong one. */
export async function prepareStepOutputs(
  db: Database,
  workspaceId: string,
  steps: readonly WrittenStep[],
): Promise<(Place | undefined)[]> {
  const read = await readOutputs(db, workspaceId, steps);
  return read.map(each => {
    if (each instanceof ApiError) throw each;
    return each;
  });
}

/** Lists what is wrong with the outputs of steps, by the index of the step. */
export async function explainOutputs(
  db: Database,
  workspaceId: string,
  steps: readonly WrittenStep[],
): Promise<Map<number, ErrorDetail[]>> {
  const read = await readOutputs(db, workspaceId, steps);
  return new Map(
    read.flatMap((each, index) =>
      each instanceof ApiError ? [[index, each.extras.details ?? []] as const] : [],
    ),
  );
}
