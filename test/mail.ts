import type { Db } from '#server/platform/db.ts'

/** The newest mail to an address, as it lies in the table. */
export async function newestMail(db: Db, to: string) {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('toAddress', '=', to)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** The code of the newest mail of a kind. */
export async function mailedCode(db: Db, to: string, kind: string) {
  const { code } = await db
    .selectFrom('mail')
    .select('code')
    .where('toAddress', '=', to)
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (code === null) throw new Error(`The mail to ${to} has no code`)
  return code
}
