import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Place, Vault } from './vault.ts'

/** Every column with a secret that must be readable again. Each table has an `id`. Hashes and public keys are not encrypted. */
const columns = [
  'second_factor.secret',
  'service_session.token',
  'signing_key.private_jwk',
  'push_key.private_key',
  'push_subscription.auth',
  'mail.text',
  'mail.html',
  'mail.link',
  'mail.code',
  'mail.unsubscribe',
  'webhook_secret.secret',
  'mail_server_secret.password',
  'identity_provider_secret.client_secret',
  'gift_code.code',
] as const
const BATCH_SIZE = 200

/** Tickets live for minutes, so their data is never re-encrypted. */
type SealedColumn = (typeof columns)[number] | 'ticket.data' | 'encryption_key.proof'

export function placeOf(column: SealedColumn, row: string | number): Place {
  return { column, row: String(row) }
}

/** Deletes everything encrypted with a lost key. Recovery codes are useless without their second factor. */
export async function deleteSealed(db: Db) {
  const tables = new Set(columns.map((name) => name.split('.')[0] ?? ''))
  // Gift codes are paid for, and redeemed by their hash. Only their text is lost.
  tables.delete('gift_code')
  await sql`update ${sql.table('gift_code')} set code = '' where code is not null`.execute(db)
  for (const table of [...tables, 'recovery_code', 'ticket', 'encryption_key'])
    await sql`delete from ${sql.table(table)}`.execute(db)
}

/** Encrypts values stored in clear text or with an earlier key. A value that changed since it was read is skipped. */
export async function resealStored(db: Db, vault: Vault): Promise<number> {
  let sealed = 0
  for (const name of columns) {
    const [table = '', column = ''] = name.split('.')
    const [rowsOf, value] = [sql.table(table), sql.ref(column)]
    const due = sql<{ id: string; stored: string }>`
      select id::text, ${value} as stored from ${rowsOf}
      where ${value} is not null and not starts_with(${value}, ${vault.prefix}) limit ${BATCH_SIZE}`
    for (let { rows } = await due.execute(db); rows.length > 0; { rows } = await due.execute(db)) {
      for (const { id, stored } of rows) {
        const place = placeOf(name, id)
        const text = vault.isSealed(stored) ? vault.open(place, stored) : stored
        const update = sql`update ${rowsOf} set ${value} = ${vault.seal(place, text)}`
        await sql`${update} where id::text = ${id} and ${value} = ${stored}`.execute(db)
        sealed += 1
      }
    }
  }
  return sealed
}
