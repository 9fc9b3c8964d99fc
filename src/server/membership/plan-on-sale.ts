import { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { planById } from './queries.ts'

/** A plan that people can buy. It may have been archived since they loaded the page. */
export async function getPlanOnSale(db: Db, id: string) {
  const plan = await orNotFound(planById(db, id))
  if (plan.archivedAt)
    throw new Refusal('not-found', {
      message: 'This plan is no longer on sale. Reload the page to see the plans.',
    })
  return plan
}
