import type { Transporter } from 'nodemailer'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { Refusal } from '#contract/errors.ts'
import { newId } from './ids.ts'
import { type JobMonitor, type JobTracker, createJobMonitor, describeFailure } from './jobs/job-monitor.ts'
import type { Log } from './log.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

/** Without an SMTP server, mail is only stored, and shown to admins and operators. */
export type MailConfig = { kind: 'smtp'; url: string; from: string } | { kind: 'stored' }

/** The mail server and the sender in the environment. Null for what is not set there. */
export type MailEnvironment = { url: string | null; from: string | null; defaultFrom: string }

const POLL_MS = SECOND_MS
const MAX_ATTEMPTS = 8
export const STALE_MS = 24 * HOUR_MS
const RETENTION_MS = 30 * 24 * HOUR_MS
const timeouts = {
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
  /** The one-click unsubscribe URL. */
  unsubscribe?: string
}

/** Queues a mail in the caller's transaction. It is sent after the commit. */
export async function queueMail({ db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>, { to, ...mail }: NewMail) {
  const id = newId()
  await db
    .insertInto('mail')
    .values({ id, toAddress: to, ...mail, ...encryptMail(vault, id, mail), createdAt: now(), nextAttemptAt: now() })
    .execute()
  return id
}

const secrets = ['text', 'html', 'link', 'code', 'unsubscribe'] as const
type Secrets = Partial<Record<(typeof secrets)[number], string | null | undefined>>

/** Mail contains codes and links that open accounts, so its content is encrypted until it has been delivered. */
function encryptMail(vault: Vault, id: string, mail: Secrets) {
  return mapSecrets(mail, (name, value) => vault.seal(placeOf(`mail.${name}`, id), value))
}

export function decryptMail<Mail extends Secrets & { id: string }>(vault: Vault, mail: Mail): Mail {
  return { ...mail, ...mapSecrets(mail, (name, value) => vault.open(placeOf(`mail.${name}`, mail.id), value)) }
}

function mapSecrets(mail: Secrets, change: (name: (typeof secrets)[number], value: string) => string): Secrets {
  const present = secrets.flatMap((name) => {
    const value = mail[name]
    return typeof value === 'string' ? [[name, change(name, value)] as const] : []
  })
  return Object.fromEntries(present)
}

type MailerOptions = {
  db: Db
  now: () => Date
  log: Log
  vault: Vault
  /** Called before each mail: the server can change at any time. */
  getConfig(): MailConfig | Promise<MailConfig>
  jobs?: JobMonitor
  onAttempt?: OnMailAttempt
}

/** Called after each attempt. `failed` was the last one, `retried` was not. */
export type OnMailAttempt = (outcome: 'sent' | 'retried' | 'failed', times: { startedAt: number; ms: number }) => void

/** Sends due mail. Runs in every web process; each mail is sent by one of them. */
export function createMailer({
  db,
  now,
  log,
  vault,
  getConfig,
  jobs = createJobMonitor({ now }),
  onAttempt = () => {},
}: MailerOptions) {
  let connected: { url: string; transport: Transporter } | null = null
  let working: Promise<unknown> | null = null
  let closed = false
  const job = jobs.track('mail', 'worker', () => wake())
  const timer = setInterval(() => void wake(), POLL_MS)
  timer.unref()

  /** One run at a time: it holds a database connection for as long as the mail server takes. */
  function wake() {
    job.setNextRun(new Date(now().getTime() + POLL_MS))
    working ??= sendDue()
      .catch((error: unknown) => log.error({ err: error }, 'mail job failed'))
      .finally(() => (working = null))
    return working
  }

  async function sendDue() {
    return (await getConfig()).kind === 'stored' ? 0 : job.run(sendAll)
  }

  async function sendAll() {
    for (let sent = 0; ; sent += 1) {
      // Before each mail, so that a long queue does not go to a server that was replaced.
      const config = await getConfig()
      if (closed || config.kind === 'stored') return sent
      const transport = await connect(config.url)
      if (!(await sendOne({ db, now, log, vault, transport, from: config.from, job, onAttempt }))) return sent
    }
  }

  async function connect(url: string) {
    if (connected?.url === url) return connected.transport
    connected?.transport.close()
    const transport = (await import('nodemailer')).createTransport({ url, ...timeouts })
    connected = { url, transport }
    return transport
  }

  return {
    sendDue,
    async close() {
      closed = true
      clearInterval(timer)
      await working
      connected?.transport.close()
    },
  }
}

/** The secrets of a delivered mail are deleted. Mail without any can be previewed and sent again. */
const withoutSecrets = { text: null, html: null, link: null, code: null, unsubscribe: null }

/** RFC 8058: one-click unsubscribe. */
function oneClick(address: string) {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

type Sending = {
  db: Db
  now: () => Date
  log: Log
  vault: Vault
  transport: Transporter
  from: string
  job: JobTracker
  onAttempt: OnMailAttempt
}

/** The row stays locked while the mail is sent, so that no other process sends it too. After a crash it is sent again. */
function sendOne({ db, now, log, vault, transport, from, job, onAttempt }: Sending): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const oldest = new Date(now().getTime() - STALE_MS)
    const found = await tx
      .selectFrom('mail')
      .select(['id', 'toAddress', 'subject', 'text', 'html', 'attempts', 'unsubscribe', 'link', 'code'])
      .where('nextAttemptAt', '<=', now())
      // Mail stored while no SMTP server was configured is stale when one is.
      .where((eb) => eb.or([eb('createdAt', '>', oldest), eb('retriedAt', '>', oldest)]))
      .orderBy('nextAttemptAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!found) return false
    const { id, toAddress: to, subject, attempts } = found
    const update = tx.updateTable('mail').where('id', '=', id)
    const startedAt = performance.now()
    let ms = 0
    try {
      const mail = decryptMail(vault, found)
      const hasSecrets = mail.link !== null || mail.code !== null
      const bodies = { text: mail.text ?? '', html: mail.html ?? '' }
      const headers = mail.unsubscribe === null ? {} : oneClick(mail.unsubscribe)
      await transport.sendMail({ from, to, subject, ...bodies, headers, messageId: `<${id}@bramble>` })
      ms = performance.now() - startedAt
      await update
        .set({ sentAt: now(), nextAttemptAt: null, problem: null, ...(hasSecrets && withoutSecrets) })
        .execute()
      onAttempt('sent', { startedAt, ms })
    } catch (error) {
      const problem = describeFailure(error)
      const last = attempts + 1 >= MAX_ATTEMPTS
      const nextAttemptAt = last ? null : new Date(now().getTime() + MINUTE_MS * 2 ** attempts)
      log.warn({ mail: id, problem }, 'mail delivery failed')
      onAttempt(last ? 'failed' : 'retried', { startedAt, ms: performance.now() - startedAt })
      // Failures that will be retried are counted together: they are usually one failure of the mail server.
      job.failItem(error, last ? `mail:${id}` : null)
      await update.set({ attempts: attempts + 1, nextAttemptAt, problem }).execute()
    }
    return true
  })
}

/** Sends mail that was not delivered again, from the first attempt on. Inside a transaction. */
export async function retryMail({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string) {
  await db
    .updateTable('mail')
    .set({ attempts: 0, problem: null, nextAttemptAt: now(), retriedAt: now() })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute()
}

/** Sends waiting mail now, with all its attempts again, because the mail server changed. Inside a transaction. */
export async function retryWaitingMail({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  await db
    .updateTable('mail')
    .set({ attempts: 0, nextAttemptAt: now() })
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', '>', now())
    .execute()
}

/** Sends a copy of mail that was delivered. Inside a transaction. Returns the id of the copy. */
export async function resendMail(ctx: Pick<Ctx, 'db' | 'now' | 'vault'>, id: string) {
  const found = await ctx.db
    .selectFrom('mail')
    .select(['id', 'kind', 'toAddress', 'subject', 'text', 'html', 'unsubscribe'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found')
  const { kind, toAddress: to, subject, text, html, unsubscribe } = decryptMail(ctx.vault, found)
  if (text === null || html === null) throw new Refusal('gone', { message: 'The text of this email was deleted.' })
  return queueMail(ctx, { kind, to, subject, text, html, ...(unsubscribe !== null && { unsubscribe }) })
}

/** Deletes mail after the retention period of 30 days. */
export async function sweepMail(db: Db, now: Date) {
  await db
    .deleteFrom('mail')
    .where('createdAt', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}

/** Part of account deletion. Inside a transaction. */
export async function deleteMailTo({ db }: Pick<Ctx, 'db'>, address: string) {
  await db.deleteFrom('mail').where('toAddress', '=', address).execute()
}
