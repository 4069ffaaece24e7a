import type { PlanRow } from './plans/plans.ts';

/** On whose behalf something is done: a workspace with the plan in force for this request. */
export interface Caller {
  workspaceId: string;
  plan: PlanRow;
  /** Whether a key asks, or a person in the web workspace. Keys do not see what was made in the web workspace. */
  source: 'api' | 'workspace';
  /** The key, where one was used. */
  keyId: string | null;
}

/** The part of a caller that decides what they can see. */
export type Asker = Pick<Caller, 'workspaceId' | 'source'>;
