import type { PlanRow } from './plans/plans.ts';

/** On whose behalf something is done: a workspace with the plan in force for this request. */
export interface Caller {
  workspaceId: string;
  plan: PlanRow;
  /** By a key, or by a person in the web workspace. What is made there does not exist for keys. */
  source: 'api' | 'workspace';
  /** The key, where one was used. */
  keyId: string | null;
}

/** Who asks, as far as it decides what there is to see. */
export type Asker = Pick<Caller, 'workspaceId' | 'source'>;
