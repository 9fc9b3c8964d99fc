import pg from 'pg'
import { inject } from 'vitest'

type Mailed = { kind: string; link: string; subject: string }

/** The newest mail to an address, as an operator would read it. */
export async function newestMail(to: string, kind: string, databaseUrl = inject('site').databaseUrl): Promise<Mailed> {
  const [mail] = await query<Mailed>(
    databaseUrl,
    'select kind, link, subject from mail where to_address = $1 and kind = $2 order by created_at desc limit 1',
    [to, kind],
  )
  if (!mail) throw new Error(`No ${kind} mail to ${to}`)
  return mail
}

/** As if this person's sessions had begun that many minutes ago. */
export async function ageSessions(uid: string, minutes: number) {
  await query(
    inject('site').databaseUrl,
    `update session set signed_in_at = now() - $2 * interval '1 minute' where uid = $1`,
    [uid, minutes],
  )
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
