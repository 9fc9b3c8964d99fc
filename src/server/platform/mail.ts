import type { Transporter } from 'nodemailer'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { placeOf } from '#server/platform/secrets/columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

/** Without a server to hand mail to, it is kept, and shown to admins and operators. */
export type MailConfig = { kind: 'smtp'; url: string; from: string } | { kind: 'kept' }

const LOOK_MS = SECOND_MS
const MOST_ATTEMPTS = 8
const STALE_MS = 24 * HOUR_MS
const KEPT_MS = 30 * 24 * HOUR_MS
/** How long the mail server may take to be reached, to greet and to answer. */
const patience = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 30 * SECOND_MS,
}

export type NewMail = {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  link?: string
  code?: string
  /** Where a mail program may end mails like it, by itself. */
  unsubscribe?: string
}

/** Writes a mail together with its cause: both happen or neither does. It is sent afterwards. */
export async function keepMail({ db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>, { to, ...mail }: NewMail) {
  const id = newId()
  await db
    .insertInto('mail')
    .values({ id, toAddress: to, ...mail, ...sealed(vault, id, mail), createdAt: now(), nextAttemptAt: now() })
    .execute()
}

const secrets = ['text', 'html', 'link', 'code', 'unsubscribe'] as const
type Secrets = Partial<Record<(typeof secrets)[number], string | null | undefined>>

/** A mail carries codes and links that open accounts, so what it says is encrypted until it has been delivered. */
function sealed(vault: Vault, id: string, mail: Secrets) {
  return changed(mail, (name, value) => vault.seal(placeOf(`mail.${name}`, id), value))
}

/** What a stored mail says. */
export function openMail<Mail extends Secrets & { id: string }>(vault: Vault, mail: Mail): Mail {
  return { ...mail, ...changed(mail, (name, value) => vault.open(placeOf(`mail.${name}`, mail.id), value)) }
}

function changed(mail: Secrets, change: (name: (typeof secrets)[number], value: string) => string): Secrets {
  const present = secrets.flatMap((name) => {
    const value = mail[name]
    return typeof value === 'string' ? [[name, change(name, value)] as const] : []
  })
  return Object.fromEntries(present)
}

type MailerOptions = { db: Db; now: () => Date; log: Log; vault: Vault; config: MailConfig }

/** Sends what is due, in every process that serves; a mail is taken by one of them. */
export function createMailer({ db, now, log, vault, config }: MailerOptions) {
  if (config.kind === 'kept') return { close: async () => {}, sendDue: async () => 0 }
  const { from, url } = config
  let transport: Transporter | null = null
  let working: Promise<unknown> | null = null
  const timer = setInterval(() => {
    // One round at a time: each holds a connection to the database for as long as the mail server takes.
    working ??= sendDue()
      .catch((error: unknown) => log.error({ err: error }, 'mail could not be looked after'))
      .finally(() => (working = null))
  }, LOOK_MS)
  timer.unref()

  async function sendDue() {
    let sent = 0
    transport ??= (await import('nodemailer')).createTransport({ url, ...patience })
    while (await sendOne({ db, now, log, vault, transport, from })) sent += 1
    return sent
  }

  return {
    sendDue,
    async close() {
      clearInterval(timer)
      await working
      transport?.close()
    },
  }
}

/** What opened a api was delivered; a copy here would only be a second key. */
const delivered = { text: null, html: null, link: null, code: null, unsubscribe: null }

/** RFC 8058: a mail program may end these mails with one request, without opening a page. */
function oneClick(address: string) {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

type Sending = { db: Db; now: () => Date; log: Log; vault: Vault; transport: Transporter; from: string }

/** The row stays locked while it is sent, so no other process sends it too. A crash in between sends it again. */
function sendOne({ db, now, log, vault, transport, from }: Sending): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('mail')
      .select(['id', 'toAddress', 'subject', 'text', 'html', 'attempts', 'unsubscribe'])
      .where('nextAttemptAt', '<=', now())
      // What was kept while there was no server to hand it to is stale news when there is one.
      .where('createdAt', '>', new Date(now().getTime() - STALE_MS))
      .orderBy('nextAttemptAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!found) return false
    const { id, toAddress: to, subject, attempts } = found
    const update = tx.updateTable('mail').where('id', '=', id)
    try {
      const mail = openMail(vault, found)
      const bodies = { text: mail.text ?? '', html: mail.html ?? '' }
      const headers = mail.unsubscribe === null ? {} : oneClick(mail.unsubscribe)
      await transport.sendMail({ from, to, subject, ...bodies, headers, messageId: `<${id}@bramble>` })
      await update.set({ sentAt: now(), nextAttemptAt: null, problem: null, ...delivered }).execute()
    } catch (error) {
      const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      const last = attempts + 1 >= MOST_ATTEMPTS
      const nextAttemptAt = last ? null : new Date(now().getTime() + MINUTE_MS * 2 ** attempts)
      log.warn({ mail: id, problem }, 'a mail could not be sent')
      await update.set({ attempts: attempts + 1, nextAttemptAt, problem }).execute()
    }
    return true
  })
}

/** Mail is kept for a month, to answer what became of it. */
export async function sweepMail(db: Db, now: Date) {
  await db
    .deleteFrom('mail')
    .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}

/** Nothing of somebody who left stays behind. Inside a transaction. */
export async function forgetMailTo({ db }: Pick<Ctx, 'db'>, address: string) {
  await db.deleteFrom('mail').where('toAddress', '=', address).execute()
}
