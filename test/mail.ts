import type { Db } from '#server/platform/db.ts'
import { decryptMail } from '#server/platform/mail.ts'
import { testVault } from './vault.ts'

/** The newest mail to an address, of one kind or of any, decrypted. */
export async function newestMail(db: Db, to: string, kind?: string) {
  let query = db.selectFrom('mail').selectAll().where('toAddress', '=', to)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const found = await query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return decryptMail(testVault, found)
}

/** The code of the newest mail of a kind. */
export async function mailedCode(db: Db, to: string, kind: string) {
  const { code } = await newestMail(db, to, kind)
  if (code === null) throw new Error(`The mail to ${to} has no code`)
  return code
}
