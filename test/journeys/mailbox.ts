import type pg from 'pg'
import { inject, vi } from 'vitest'
import { newestMail } from '#test/mail.ts'
import { siteDatabase } from './site-database.ts'

/** The link in the newest mail of a kind to an address, as soon as there is one. */
export async function mailedLink(to: string, kind: string): Promise<string> {
  const { db } = siteDatabase()
  const { link } = await vi.waitFor(() => newestMail(db, to, kind), { timeout: 10_000 })
  if (link === null) throw new Error(`The ${kind} mail to ${to} has no link`)
  return link
}

/** Backdates this person's sessions by this many minutes. */
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
  return (await siteDatabase(url).pool.query<Row>(sql, values)).rows
}
