import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { DELIVERY_RETENTION_DAYS } from '#contract/webhooks/event-types.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const BATCH_SIZE = 5000

/** Deletes events with their deliveries after 30 days, and expired secrets. Must run in a transaction. */
export async function sweepWebhooks({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const before = new Date(now().getTime() - DELIVERY_RETENTION_DAYS * DAY_MS)
  await sql`delete from webhook_event where id in
    (select id from webhook_event where at < ${before} order by at limit ${BATCH_SIZE})`.execute(db)
  await db.deleteFrom('webhookSecret').where('expiresAt', '<=', now()).execute()
}
