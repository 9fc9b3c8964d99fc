import { sql } from 'kysely'
import type { HeldFor } from '#contract/conversation.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type OwnerSettings, getSetting } from '#server/settings/owner-settings.ts'
import { addressesIn } from './text-segments.ts'
import { type TalkedOf, moderates } from './story.ts'

export const MOST_LINKS = 2
export const REPORTS_TO_HOLD = 3
const YOUNG_MS = 24 * HOUR_MS

export type HoldRules = { holdFirst: OwnerSettings['responses.holdFirst']; blockedWords: readonly string[] }
export type Writer = { joinedAt: Date; trusted: boolean; approved: boolean }

/** Why a text has to wait for somebody to look at it; null when it need not. */
export function reasonToHold(text: string, writer: Writer, rules: HoldRules, now: Date): HeldFor | null {
  if (holdsWord(text, rules.blockedWords)) return 'words'
  if (addressesIn(text) > MOST_LINKS) return 'links'
  return isHeldAsFirst(writer, rules, now) ? 'first' : null
}

function isHeldAsFirst({ joinedAt, trusted, approved }: Writer, { holdFirst }: HoldRules, now: Date) {
  if (trusted || approved || holdFirst === 'never') return false
  return holdFirst === 'always' || now.getTime() - joinedAt.getTime() < YOUNG_MS
}

/** Whether one of the words, or a phrase of them, stands in the text as a whole: in any case, with or without accents. */
export function holdsWord(text: string, words: readonly string[]) {
  if (words.length === 0) return false
  const folded = fold(text)
  return words.some((word) => fold(word).trim() !== '' && folded.includes(fold(word)))
}

/** Small letters and digits with one space around each word. What is not seen must not part a word. */
function fold(text: string) {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return ` ${plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

/** Why what the viewer writes below a story has to wait. Those who keep order there would wait for themselves. */
export async function holdReason(ctx: Ctx<Viewer>, story: TalkedOf, text: string): Promise<HeldFor | null> {
  const { db, viewer } = ctx
  if (moderates(viewer, story)) return null
  const holdFirst = await getSetting(ctx, 'responses.holdFirst')
  const blockedWords = await getSetting(ctx, 'responses.blockedWords')
  const { joinedAt, approved } = await db
    .selectFrom('person')
    .select('createdAt as joinedAt')
    .select(sql<boolean>`exists (select from response where author_id = person.id and state = 'shown')`.as('approved'))
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const writer = { joinedAt, approved, trusted: hasRole(viewer, 'author') }
  return reasonToHold(text, writer, { holdFirst, blockedWords }, ctx.now())
}
