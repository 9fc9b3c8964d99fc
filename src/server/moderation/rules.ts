import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { ModerationRules, RuleMatch, StoredRules } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { createTextCheck, getRules } from '#server/conversation/hold-reason.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { OwnerSettings } from '#server/settings/owner-settings.ts'
import { updateSetting } from '#server/settings/site.ts'
import { presentListed } from './present.ts'
import { latestResponses, listedResponsesByIds } from './response-queries.ts'

const PAST_RESPONSES = 2000
const MAX_SAMPLES = 20
/** Texts between two pauses, in which the process answers other requests. */
const TEXTS_AT_ONCE = 50

export async function getStoredRules(ctx: Pick<Ctx, 'db'>): Promise<StoredRules> {
  const rules = await getRules(ctx)
  return { rules, defaults: defaultRules(), version: versionOf(rules) }
}

function defaultRules(): ModerationRules {
  const settings = OwnerSettings.parse({})
  return {
    holdFirst: settings['responses.holdFirst'],
    blockedWords: settings['responses.blockedWords'],
    blockedDomains: settings['responses.blockedDomains'],
    maxLinks: settings['responses.maxLinks'],
    reportsToHold: settings['responses.reportsToHold'],
  }
}

/** Made from the rules themselves, so that a change from the command line is noticed too. */
function versionOf(rules: ModerationRules) {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16)
}

/** Refuses a change of rules that were changed since the editor loaded them. */
export async function updateRules(ctx: Ctx<Viewer>, wanted: ModerationRules, version: string): Promise<StoredRules> {
  await inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('moderation rules'))`.execute(tx.db)
    const before = await getRules(tx)
    if (versionOf(before) !== version) {
      throw new Refusal('version-conflict', {
        current: before,
        version: versionOf(before),
        message: 'Another editor has changed the rules.',
      })
    }
    const after = {
      ...wanted,
      blockedWords: unique(wanted.blockedWords),
      blockedDomains: unique(wanted.blockedDomains),
    }
    if (versionOf(after) === version) return
    await updateSetting(tx, 'responses.holdFirst', after.holdFirst)
    await updateSetting(tx, 'responses.blockedWords', after.blockedWords)
    await updateSetting(tx, 'responses.blockedDomains', after.blockedDomains)
    await updateSetting(tx, 'responses.maxLinks', after.maxLinks)
    await updateSetting(tx, 'responses.reportsToHold', after.reportsToHold)
    await recordAudit(tx, { action: 'moderation-rules.changed', ...differences(before, after) })
  })
  return getStoredRules(ctx)
}

function unique(entries: string[]) {
  return [...new Set(entries)]
}

/** Of the lists, only the entries that were removed and added. */
function differences(before: ModerationRules, after: ModerationRules) {
  const left: Record<string, unknown> = {}
  const right: Record<string, unknown> = {}
  for (const key of ['holdFirst', 'maxLinks', 'reportsToHold'] as const) {
    if (before[key] !== after[key]) [left[key], right[key]] = [before[key], after[key]]
  }
  for (const key of ['blockedWords', 'blockedDomains'] as const) {
    const removed = before[key].filter((entry) => !after[key].includes(entry))
    const added = after[key].filter((entry) => !before[key].includes(entry))
    if (removed.length > 0) left[key] = removed
    if (added.length > 0) right[key] = added
  }
  return { before: left, after: right }
}

export function testRules(rules: ModerationRules, text: string): { matches: RuleMatch[] } {
  return { matches: createTextCheck(rules)(text) }
}

/** Which of the latest responses these rules would have held, saved or not. */
export async function checkPastResponses(ctx: Ctx<Viewer>, rules: ModerationRules) {
  const check = createTextCheck(rules)
  const responses = await latestResponses(ctx.db, PAST_RESPONSES)
  const held: { id: string; match: RuleMatch }[] = []
  for (const [at, { id, text }] of responses.entries()) {
    if (at % TEXTS_AT_ONCE === 0) await setImmediate()
    const [match] = check(text)
    if (match) held.push({ id, match })
  }
  const counts = { words: 0, domains: 0, links: 0 }
  for (const { match } of held) counts[match.rule] += 1
  return { checked: responses.length, held: held.length, counts, samples: await presentSamples(ctx, held) }
}

async function presentSamples(ctx: Ctx<Viewer>, held: { id: string; match: RuleMatch }[]) {
  const chosen = held.slice(0, MAX_SAMPLES)
  if (chosen.length === 0) return []
  const rows = await listedResponsesByIds(
    ctx.db,
    chosen.map(({ id }) => id),
  )
  const responses = new Map((await presentListed(ctx, rows)).map((response) => [response.id, response]))
  return chosen.flatMap(({ id, match }) => {
    const response = responses.get(`response:${id}`)
    return response ? { response, match } : []
  })
}
