import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { MAX_WEBHOOKS } from '#contract/webhooks/event-types.ts'
import type { Webhook, WrittenWebhook } from '#contract/webhooks/webhooks.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { endPending, hostOf } from './disable.ts'
import { presentWebhook } from './present.ts'
import { webhooks } from './queries.ts'
import { addSecret, expireSecrets } from './secrets.ts'
import { validateUrl } from './validate-url.ts'

export async function listWebhooks({ db, now }: Ctx): Promise<Webhook[]> {
  const rows = await webhooks(db, now()).orderBy('webhook.createdAt').orderBy('webhook.id').execute()
  return rows.map(presentWebhook)
}

export async function getWebhook({ db, now }: Ctx, id: string): Promise<Webhook> {
  return presentWebhook(await orNotFound(webhooks(db, now()).where('webhook.id', '=', id).executeTakeFirst()))
}

export function createWebhook(ctx: Ctx<Viewer>, written: WrittenWebhook) {
  return inTransaction(ctx, async (tx) => {
    const url = validateUrl(tx, written.url)
    const { count } = await tx.db
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_WEBHOOKS)
      throw new Refusal('not-allowed', { message: `A site can have ${MAX_WEBHOOKS} webhooks. Delete one first.` })
    const id = newId()
    const at = tx.now()
    const fields = { ...written, url, events: [...new Set(written.events)] }
    await tx.db
      .insertInto('webhook')
      .values({ id, ...fields, createdAt: at, updatedAt: at })
      .execute()
    const secret = await addSecret(tx, id)
    await recordAudit(tx, { action: 'webhook.created', target: targetOf({ id, url }), after: audited(fields) })
    return { webhook: await getWebhook(tx, id), secret }
  })
}

/** Refuses with the current values when another admin has saved meanwhile. */
export function updateWebhook(
  ctx: Ctx<Viewer>,
  id: string,
  { version, ...written }: WrittenWebhook & { version: number },
) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id)
    if (before.version !== version) throw new Refusal('version-conflict', { current: await getWebhook(tx, id) })
    const url = validateUrl(tx, written.url)
    const fields = { ...written, url, events: [...new Set(written.events)] }
    const isReset = fields.enabled !== before.enabled || url !== before.url
    await tx.db
      .updateTable('webhook')
      .set({
        ...fields,
        version: version + 1,
        updatedAt: tx.now(),
        disabledReason: fields.enabled ? null : before.disabledReason,
        ...(isReset && { failures: 0, failingSince: null, restingUntil: null }),
      })
      .where('id', '=', id)
      .execute()
    if (!fields.enabled) await endPending(tx, id)
    await recordAudit(tx, {
      action: 'webhook.updated',
      target: targetOf({ id, url }),
      before: audited(before),
      after: { ...audited(fields), ...(url !== before.url && { urlChanged: true }) },
    })
    return getWebhook(tx, id)
  })
}

export async function deleteWebhook(ctx: Ctx<Viewer>, id: string) {
  await inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id)
    await tx.db.deleteFrom('webhook').where('id', '=', id).execute()
    await recordAudit(tx, { action: 'webhook.deleted', target: targetOf(before), before: audited(before) })
  })
  return {}
}

export function rotateSecret(ctx: Ctx<Viewer>, id: string, { revoke }: { revoke: boolean }) {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id)
    await expireSecrets(tx, id, revoke)
    const secret = await addSecret(tx, id)
    await recordAudit(tx, { action: 'webhook.secret-rotated', target: targetOf(webhook), after: { revoked: revoke } })
    return { webhook: await getWebhook(tx, id), secret }
  })
}

/** Locked until the transaction ends. */
export function lockWebhook({ db }: Pick<Ctx, 'db'>, id: string) {
  return orNotFound(db.selectFrom('webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst())
}

export function targetOf({ id, url }: { id: string; url: string }) {
  return { kind: 'webhook', id, name: hostOf(url) }
}

/** Without the path and query of the URL, which often contain credentials. */
function audited({ url, description, events, enabled }: WrittenWebhook | Awaited<ReturnType<typeof lockWebhook>>) {
  return { host: hostOf(url), description, events, enabled }
}
