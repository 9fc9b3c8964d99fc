import type { DisabledReason } from '#contract/webhooks/event-types.ts'
import { recordAudit } from '#server/audit/record.ts'
import { absoluteUrl } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { queueMail } from '#server/platform/mail.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import { getSite } from '#server/settings/site.ts'

/** The host of an endpoint. Paths and queries often contain credentials, so neither mail nor the audit log has them. */
export function hostOf(url: string) {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** The server stops sending to an endpoint, and mails the admins. Must run in a transaction. */
export async function disableWebhook(tx: Ctx, { id, url }: { id: string; url: string }, reason: DisabledReason) {
  await tx.db
    .updateTable('webhook')
    .set((eb) => ({
      enabled: false,
      disabledReason: reason,
      version: eb('version', '+', 1),
      updatedAt: tx.now(),
      lease: null,
      leasedUntil: null,
      restingUntil: null,
    }))
    .where('id', '=', id)
    .execute()
  await endPending(tx, id)
  await recordAudit(tx, {
    action: 'webhook.disabled',
    target: { kind: 'webhook', id, name: hostOf(url) },
    after: { enabled: false, reason },
  })
  await mailAdmins(tx, { id, host: hostOf(url), reason })
  tx.log.warn({ webhook: id, reason }, 'webhook disabled')
}

/** An admin decides later whether they are still worth sending. */
export async function endPending({ db }: Ctx, webhookId: string) {
  await db
    .updateTable('webhookDelivery')
    .set({ state: 'failed', lastError: 'The endpoint was disabled before this was delivered.' })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
}

const explanations: Record<DisabledReason, string> = {
  gone: 'It answered with status 410 Gone, which means that it wants no more events.',
  failing: 'Every attempt to reach it failed for several days.',
}

async function mailAdmins(tx: Ctx, { id, host, reason }: { id: string; host: string; reason: DisabledReason }) {
  const { name } = await getSite(tx)
  const admins = await tx.db
    .selectFrom('person')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select('account.email')
    .where('person.role', '=', 'admin')
    .where('person.disabledAt', 'is', null)
    .where('account.emailVerified', '=', true)
    .execute()
  const subject = `The webhook to ${host} was disabled`
  const link = absoluteUrl(tx.site, `/admin/webhooks/${id}`)
  const lines = [`${name} stopped sending events to ${host}.`, explanations[reason]]
  const next = 'Check the endpoint, enable it again and replay the failed deliveries.'
  const text = `${lines.join(' ')}\n\n${next}\n${link}\n`
  const body = `<p>${escapeHtml(lines.join(' '))}</p><p>${next}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${mailButton}">Open the webhook</a></p>`
  const html = mailPage({ subject, name, body })
  for (const { email } of admins) if (email) await queueMail(tx, { kind: 'webhook', to: email, subject, text, html })
}
