import type { PersonalState } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createProcessClock } from '#server/platform/jobs/process-clock.ts'

type Needs = Pick<Ctx, 'db' | 'now' | 'log'>

/** Drops what this process holds in memory for a person when their entitlement ends. */
export function createEntitlementClock(ctx: Needs, invalidate: (signals: PersonalState[]) => void) {
  const { db } = ctx
  return createProcessClock(ctx, {
    failure: 'end of entitlements not checked',
    wakeOn: 'entitlements',
    async check(since, time) {
      const ended = await peopleEntitledUntil(db, { after: since, to: time })
      if (ended.length > 0) invalidate(ended.map(({ personId }) => `own:${personId}` as const))
      return nextEnd(db, time)
    },
  })
}

/** `isMember` ends at `until` itself. */
function peopleEntitledUntil(db: Db, { after, to }: { after: Date; to: Date }) {
  return db.selectFrom('entitlement').select('personId').where('until', '>', after).where('until', '<=', to).execute()
}

async function nextEnd(db: Db, after: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('entitlement')
    .select('until')
    .where('until', '>', after)
    .orderBy('until')
    .limit(1)
    .executeTakeFirst()
  return row?.until ?? null
}
