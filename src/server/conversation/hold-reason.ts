import { sql } from 'kysely'
import type { HeldFor } from '#contract/conversation/conversation.ts'
import { HOUR_MS, MAX_LINKS_PER_RESPONSE } from '#contract/constants.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type OwnerSettings, getSetting } from '#server/settings/owner-settings.ts'
import { countLinks } from '#contract/conversation/text-segments.ts'
import { type ConversationStory, canModerate, findConversationStory } from './story.ts'

export const REPORTS_TO_HOLD = 3
const NEW_ACCOUNT_MS = 24 * HOUR_MS

export type HoldRules = { holdFirst: OwnerSettings['responses.holdFirst']; blockedWords: readonly string[] }
export type Writer = { joinedAt: Date; trusted: boolean; approved: boolean }

/** The rule that holds a text for review, or null. */
export function getHoldReason(text: string, writer: Writer, rules: HoldRules, now: Date): HeldFor | null {
  if (containsBlockedWord(text, rules.blockedWords)) return 'words'
  if (countLinks(text) > MAX_LINKS_PER_RESPONSE) return 'links'
  return isHeldAsFirst(writer, rules, now) ? 'first' : null
}

function isHeldAsFirst(
  { joinedAt, trusted, approved }: Writer,
  { holdFirst }: Pick<HoldRules, 'holdFirst'>,
  now: Date,
) {
  if (trusted || approved || holdFirst === 'never') return false
  return holdFirst === 'always' || now.getTime() - joinedAt.getTime() < NEW_ACCOUNT_MS
}

/** Matches whole words and phrases, ignoring case and accents. */
export function containsBlockedWord(text: string, words: readonly string[]) {
  if (words.length === 0) return false
  const folded = fold(text)
  return words.some((word) => fold(word).trim() !== '' && folded.includes(fold(word)))
}

/** Lower-case letters and digits with one space around each word. Invisible characters must not split a word. */
function fold(text: string) {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return ` ${plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

/** Moderators of the story skip the filter. */
export async function findHoldReason(
  ctx: Ctx<Viewer>,
  story: ConversationStory,
  text: string,
): Promise<HeldFor | null> {
  if (canModerate(ctx.viewer, story)) return null
  const holdFirst = await getSetting(ctx, 'responses.holdFirst')
  const blockedWords = await getSetting(ctx, 'responses.blockedWords')
  return getHoldReason(text, await findWriter(ctx), { holdFirst, blockedWords }, ctx.now())
}

/** Which responses of the viewer are held, to say so before they write one. */
export async function getReviewRule(ctx: Ctx<Viewer>, ref: string) {
  const story = await findConversationStory(ctx, ref)
  if (canModerate(ctx.viewer, story)) return { reviewed: 'none' as const }
  const rules = { holdFirst: await getSetting(ctx, 'responses.holdFirst') }
  const all = isHeldAsFirst(await findWriter(ctx), rules, ctx.now())
  return { reviewed: all ? ('all' as const) : ('some' as const) }
}

async function findWriter({ db, viewer }: Ctx<Viewer>): Promise<Writer> {
  const { joinedAt, approved } = await db
    .selectFrom('person')
    .select('createdAt as joinedAt')
    .select(sql<boolean>`exists (select from response where author_id = person.id and state = 'shown')`.as('approved'))
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return { joinedAt, approved, trusted: hasRole(viewer, 'author') }
}
