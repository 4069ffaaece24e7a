import type { PlanRow } from './plans/plans.ts';

/** The workspace that a request acts for, with the plan in force. */
export interface Caller {
  workspaceId: string;
  plan: PlanRow;
  /** Keys (`api`) do not see what was made in the web workspace. */
  source: 'api' | 'workspace';
  /** The key, if one was used. */
  keyId: string | null;
}

/** The part of a caller that decides what they can see. */
export type Asker = Pick<Caller, 'workspaceId' | 'source'>;
