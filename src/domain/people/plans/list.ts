import type { Database } from '../../../db/database.ts';
import { presentLimits } from './limits.ts';

/** Lists the plans, the smallest first. */
export async function listPlans(db: Database) {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .orderBy('concurrency')
    .orderBy('file_bytes')
    .orderBy('id')
    .execute();
  return rows.map(plan => ({
    id: plan.id,
    apiAccess: plan.api_access,
    ...(plan.operations_per_day !== null && { operationsPerDay: plan.operations_per_day }),
    ...(plan.operations_per_month !== null && { operationsPerMonth: plan.operations_per_month }),
    ...(plan.ai_credits_per_month !== null && { aiCreditsPerMonth: plan.ai_credits_per_month }),
    limits: presentLimits(plan),
  }));
}
