import type { MailSecurity } from '#contract/mail/mail-security.ts'
import type { MailServer, WrittenMailServer } from '#contract/mail/mail-server.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { type MailConfig, type MailEnvironment, retryWaitingMail } from '#server/platform/mail.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { deliveryFigures } from './mail-server-queries.ts'

const ID = 'mail'

export type StoredMailServer = {
  host: string
  port: number
  security: MailSecurity
  user: string
  fromName: string
  fromAddress: string
  password: string | null
  version: number
}

/** For the server only: with the password. */
export async function readMailServer({ db, vault }: { db: Db; vault: Vault }): Promise<StoredMailServer> {
  const { username, security, password, ...row } = await db
    .selectFrom('mailServer')
    .leftJoin('mailServerSecret', 'mailServerSecret.id', 'mailServer.id')
    .select(['host', 'port', 'security', 'username', 'fromName', 'fromAddress', 'version', 'password'])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    security: security === 'implicit' || security === 'none' ? security : 'starttls',
    user: username,
    password: password === null ? null : vault.open(placeOf('mail_server_secret.password', ID), password),
  }
}

type Server = Pick<StoredMailServer, 'host' | 'port' | 'security' | 'user' | 'password'>
type Sender = Pick<StoredMailServer, 'fromName' | 'fromAddress'>

/** What the environment sets wins. */
export function mergeMailConfig(environment: MailEnvironment, stored: Server & Sender): MailConfig {
  const url = environment.url ?? (stored.host === '' ? null : smtpUrl(stored))
  return url === null ? { kind: 'stored' } : { kind: 'smtp', url, from: senderOf(environment, stored) }
}

export function senderOf({ from, defaultFrom }: MailEnvironment, { fromName, fromAddress }: Sender) {
  if (from !== null) return from
  if (fromAddress === '') return defaultFrom
  return fromName === '' ? fromAddress : `"${fromName.replace(/["\\]/g, '\\$&')}" <${fromAddress}>`
}

/** In the form of SMTP_URL, so that there is one way to connect. */
export function smtpUrl({ host, port, security, user, password }: Server) {
  const bare = host.replace(/^\[|\]$/g, '')
  const url = new URL(
    `${security === 'implicit' ? 'smtps' : 'smtp'}://${bare.includes(':') ? `[${bare}]` : bare}:${port}`,
  )
  const secret = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  // Without these, the connection would be encrypted only if the server offers it.
  const query = { implicit: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }[security]
  return `${url.protocol}//${secret}${url.host}${query}`
}

/** Host and port, without credentials. */
export function hostOf(config: MailConfig) {
  return config.kind === 'smtp' ? new URL(config.url).host : null
}

/** Without the password. */
export async function getMailServer(ctx: Ctx<Viewer>, environment: MailEnvironment): Promise<MailServer> {
  const stored = await readMailServer(ctx)
  const [account, delivery] = await Promise.all([
    findAccountByUid(ctx.db, ctx.viewer.uid),
    deliveryFigures(ctx.db, ctx.now()),
  ])
  const { password, ...shown } = stored
  return {
    ...shown,
    password: { set: password !== null },
    setBy: { server: environment.url && 'SMTP_URL', from: environment.from && 'MAIL_FROM' },
    server: hostOf(mergeMailConfig(environment, stored)),
    from: senderOf(environment, stored),
    defaultFrom: environment.defaultFrom,
    testAddress: account?.email ?? null,
    delivery,
  }
}

type Change = WrittenMailServer & { version: number }

/** Takes effect in every process when the transaction commits. */
export function updateMailServer(ctx: Ctx<Viewer>, { version, ...written }: Change, environment: MailEnvironment) {
  return inTransaction(ctx, async (tx) => {
    await tx.db.selectFrom('mailServer').select('id').forUpdate().executeTakeFirstOrThrow()
    const before = await readMailServer(tx)
    if (before.version !== version)
      throw new Refusal('version-conflict', { current: await getMailServer(tx, environment) })
    refuseSetByEnvironment(before, written, environment)
    const { host, port, security, user, fromName, fromAddress } = written
    await tx.db
      .updateTable('mailServer')
      .set({ host, port, security, username: user, fromName, fromAddress, version: version + 1 })
      .execute()
    const password = passwordAfter(before, written)
    if (password !== before.password) await storePassword(tx, password)
    if (password !== before.password || !isSameServer(before, written)) await retryWaitingMail(tx)
    tx.invalidate('mail-server')
    await recordAudit(tx, {
      action: 'mail-settings.changed',
      target: { kind: 'setting', id: 'mail-server' },
      before: audited(before),
      after: {
        ...audited({ ...written, password }),
        ...(password !== before.password && { passwordChanged: true }),
        ...(fromAddress !== before.fromAddress && { fromAddressChanged: true }),
      },
    })
    return getMailServer(tx, environment)
  })
}

/** Null removes the password, an empty one keeps it. It is never sent to a server that it was not entered for. */
export function passwordAfter(before: StoredMailServer, { password, ...written }: WrittenMailServer): string | null {
  if (password === null || written.host === '') return null
  if (password !== undefined && password !== '') return password
  if (before.password !== null && !isSameServer(before, written) && written.user !== '') {
    const message = 'Enter the password again, because the server, its encryption or the user changed.'
    throw new Refusal('invalid', { issues: [{ path: ['body', 'password'], message }] })
  }
  return written.user === '' ? null : before.password
}

/** Apart from the password. */
function isSameServer(before: StoredMailServer, written: Omit<WrittenMailServer, 'password'>) {
  return (['host', 'port', 'security', 'user'] as const).every((name) => before[name] === written[name])
}

function refuseSetByEnvironment(before: StoredMailServer, written: WrittenMailServer, environment: MailEnvironment) {
  const isSenderChanged = (['fromName', 'fromAddress'] as const).some((name) => before[name] !== written[name])
  const isServerChanged = !isSameServer(before, written) || written.password === null || Boolean(written.password)
  const variable =
    environment.url !== null && isServerChanged
      ? 'SMTP_URL'
      : environment.from !== null && isSenderChanged
        ? 'MAIL_FROM'
        : null
  if (variable !== null)
    throw new Refusal('not-allowed', { message: `${variable} sets this. Change it in the environment of the server.` })
}

async function storePassword({ db, vault }: Ctx, password: string | null) {
  if (password === null) return void (await db.deleteFrom('mailServerSecret').execute())
  const sealed = vault.seal(placeOf('mail_server_secret.password', ID), password)
  await db
    .insertInto('mailServerSecret')
    .values({ id: ID, password: sealed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ password: sealed }))
    .execute()
}

/** Without the user and the address of the sender, which are email addresses. */
function audited({ host, port, security, user, fromName, password }: Server & Pick<Sender, 'fromName'>) {
  return { host, port, security, signsIn: user !== '', fromName, passwordSet: password !== null }
}
