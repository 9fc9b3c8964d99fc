import { readdir } from 'node:fs/promises'
import { allCounters } from '#server/all-counters.ts'
import { type Drift, findDrift, tally } from '#server/platform/counters.ts'
import { verifyAuditChain } from '#server/audit/verify.ts'
import type { CommandResult, CommandContext } from './command.ts'

export type Finding = { check: string; ok: boolean; found: string }

export async function doctor(context: CommandContext): Promise<CommandResult> {
  const findings = await runChecks(context)
  const text = findings.map(({ ok, check, found }) => `${ok ? 'ok  ' : 'FAIL'} ${check}: ${found}`).join('\n')
  return { data: findings, text, failed: findings.some(({ ok }) => !ok) }
}

/** Reads every counter and the whole audit log, so it may take a minute on a large site. */
export async function runChecks({
  db,
  pool,
  config,
}: Pick<CommandContext, 'db' | 'pool' | 'config'>): Promise<Finding[]> {
  const migrated = await migrations()
  return [await version(), migrated, await extensions(), await counters(migrated.ok), await audit(migrated.ok), node()]

  async function version(): Promise<Finding> {
    const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
    const found = rows[0]?.version ?? 'unknown'
    return { check: 'PostgreSQL 15 or later', ok: Number.parseInt(found, 10) >= 15, found }
  }

  async function migrations(): Promise<Finding> {
    const files = (await readdir(config.folders.migrations)).filter((name) => name.endsWith('.sql'))
    const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass('migration') is not null as exists`)
    const applied = rows[0]?.exists ? ((await pool.query('select from migration')).rowCount ?? 0) : 0
    return {
      check: 'database migrations',
      ok: applied >= files.length,
      found: `${applied} of ${files.length} applied`,
    }
  }

  async function audit(upToDate: boolean): Promise<Finding> {
    const check = 'audit log'
    if (!upToDate) return { check, ok: true, found: 'skipped until all migrations are applied' }
    const { entries, head, broken } = await verifyAuditChain(db)
    const found = head ? `${entries} entries, chain ends with ${head.slice(0, 16)}` : 'no entries'
    return { check, ok: broken === null, found: broken ?? found }
  }

  /** Read-only; the daily job repairs drift. */
  async function counters(upToDate: boolean): Promise<Finding> {
    const check = 'counters'
    if (!upToDate) return { check, ok: true, found: 'skipped until all migrations are applied' }
    const drifts: Drift[] = []
    for await (const { drift } of findDrift(db, allCounters)) drifts.push(drift)
    const wrong = Object.entries(tally(drifts)).map(([counter, rows]) => `${counter} (${rows} rows)`)
    return {
      check,
      ok: drifts.length === 0,
      found: drifts.length === 0 ? `${allCounters.length} correct` : `wrong: ${wrong.join(', ')}`,
    }
  }

  async function extensions(): Promise<Finding> {
    const wanted = ['pg_trgm', 'unaccent']
    const { rows } = await pool.query<{ name: string }>(
      'select name from pg_available_extensions where name = any($1)',
      [wanted],
    )
    const missing = wanted.filter((name) => !rows.some((row) => row.name === name))
    return {
      check: 'search extensions',
      ok: missing.length === 0,
      found: missing.length === 0 ? wanted.join(', ') : `missing: ${missing.join(', ')}`,
    }
  }
}

function node(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return { check: 'Node 20 or later', ok: major >= 20, found: process.versions.node }
}
