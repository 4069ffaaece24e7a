import { loadFiles } from '../folders.ts';
import type { Verb } from './job-type.ts';

/** The verbs of the job types there are, by the job types' ids. */
export async function loadVerbs(): Promise<Map<string, Verb>> {
  const files = await loadFiles<{ verb: Verb }>('jobs', 'verb.ts');
  return new Map([...files].map(([id, { verb }]) => [id, verb]));
}
