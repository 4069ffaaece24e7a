import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../api/batches.ts';
import { useJobTypes } from '../api/job-types.ts';
import { recipesQuery } from '../api/recipes.ts';
import { useWorkspace } from '../api/workspace.ts';
import { describeWork, joinByArrows } from '../wording/jobs.ts';
import { strings } from '../wording/strings.ts';

/** Describes batches: "12 files → PDF". */
export function useBatchTitle(): (batch: Batch) => string {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id));
  return batch => joinByArrows(strings.batches.files(batch.inputCount), describeWork(batch, types, recipes));
}
