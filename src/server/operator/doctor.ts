import { readdir } from 'node:fs/promises'
import { allCounters } from '#server/all-counters.ts'
import { type Drift, findDrift, tally } from '#server/platform/counters.ts'
import type { Answer, Surroundings } from './command.ts'

type Finding = { check: string; ok: boolean; found: string }

/** Checks what a site needs to run well. Fails when something would stop it. */
export async function doctor({ db, pool, config }: Surroundings): Promise<Answer> {
  const steps = await migrations()
  const findings = [await version(), steps, await extensions(), await counts(steps.ok), node()]
  const text = findings.map(({ ok, check, found }) => `${ok ? 'ok  ' : 'BAD '} ${check}: ${found}`).join('\n')
  return { data: findings, text, failed: findings.some(({ ok }) => !ok) }

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
      check: 'the database is up to date',
      ok: applied >= files.length,
      found: `${applied} of ${files.length} steps`,
    }
  }

  /** Only looks; the job of the day puts right what it finds. */
  async function counts(upToDate: boolean): Promise<Finding> {
    const check = 'the counts that are kept are what there is'
    if (!upToDate) return { check, ok: true, found: 'to be looked at once the database is up to date' }
    const drifts: Drift[] = []
    for await (const { drift } of findDrift(db, allCounters)) drifts.push(drift)
    const wrong = Object.entries(tally(drifts)).map(([count, many]) => `${many} of ${count}`)
    return {
      check,
      ok: drifts.length === 0,
      found: drifts.length === 0 ? `${allCounters.length} kinds` : `wrong: ${wrong.join(', ')}`,
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
      check: 'the extensions that search uses can be had',
      ok: missing.length === 0,
      found: missing.length === 0 ? wanted.join(', ') : `not ${missing.join(', ')}`,
    }
  }
}

function node(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return { check: 'Node 20 or later', ok: major >= 20, found: process.versions.node }
}
