import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

export type ChainReport = { entries: number; head: string | null; broken: string | null }

/** Recomputes the hash chain of the audit log and names the first entry that does not match. */
export async function verifyAuditChain(db: Db): Promise<ChainReport> {
  const { rows } = await sql<{
    entries: number
    head: string | null
    changed: number | null
    missing: number | null
    gap: number | null
  }>`
    with chain as (
      select entry_id, position, hash, previous,
             lag(hash) over (order by position) as expected, row_number() over (order by position) as number
      from audit_chain)
    select count(*) as entries,
           encode((array_agg(chain.hash order by position desc))[1], 'hex') as head,
           min(position) filter (where entry.id is not null and
             (chain.hash <> audit_hash(entry, chain.previous) or chain.previous is distinct from chain.expected)) as changed,
           min(position) filter (where position <> number) as gap,
           (select min(id) from audit_entry where not exists (select from audit_chain where entry_id = id)) as missing
    from chain left join audit_entry as entry on entry.id = chain.entry_id`.execute(db)
  const { entries = 0, head = null, changed = null, missing = null, gap = null } = rows[0] ?? {}
  const broken =
    changed !== null
      ? `entry at position ${changed} was changed`
      : gap !== null
        ? `an entry before position ${gap} was deleted`
        : missing !== null
          ? `entry ${missing} is not part of the chain`
          : null
  return { entries, head, broken }
}
