import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../api/batches.ts';
import { useJobTypes } from '../../api/job-types.ts';
import { recipesQuery } from '../../api/recipes.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { describeTarget } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';

/** Describes batches: "12 files → PDF". */
export function useBatchTitle(): (batch: Batch) => string {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id));
  return ({ type, recipeId, options, inputCount }) => {
    const work =
      type === undefined
        ? (recipes.find(({ id }) => id === recipeId)?.name ?? strings.recipes.deletedRecipe)
        : describeTarget(
            { type, options },
            types.find(({ id }) => id === type),
          );
    return `${strings.batches.files(inputCount)} → ${work}`;
  };
}
