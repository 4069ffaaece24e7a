import { loadFiles } from '../job-and-engine-folders.ts';
import type { Verb } from './job-type.ts';

/** Loads the verbs of all job types, by the job type's id. */
export async function loadVerbs(): Promise<Map<string, Verb>> {
  const files = await loadFiles<{ verb: Verb }>('jobs', 'verb.ts');
  return new Map([...files].map(([id, { verb }]) => [id, verb]));
}
