import { sql } from 'kysely'
import type { HeldFor } from '#contract/conversation/conversation.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { ModerationRules, RuleMatch } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isShadowHeld } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getSettings } from '#server/settings/owner-settings.ts'
import { countLinks } from '#contract/conversation/text-segments.ts'
import { compileBlockList } from './blocked-text.ts'
import { type ConversationStory, canModerate, findConversationStory } from './story.ts'

const NEW_ACCOUNT_MS = 24 * HOUR_MS

export type HoldRules = Omit<ModerationRules, 'reportsToHold'>
export type Writer = { joinedAt: Date; trusted: boolean; approved: boolean }

/** The rule that holds a text for review, or null. */
export function getHoldReason(text: string, writer: Writer, rules: HoldRules, now: Date): HeldFor | null {
  const [match] = createTextCheck(rules)(text)
  if (match) return match.rule
  return isHeldAsFirst(writer, rules, now) ? 'first' : null
}

/** Finds every rule about texts that would hold one. Compiles the rules once for many texts. */
export function createTextCheck(rules: Omit<HoldRules, 'holdFirst'>): (text: string) => RuleMatch[] {
  const list = compileBlockList(rules.blockedWords, rules.blockedDomains)
  return (text) => {
    const [word, domain, links] = [list.findWord(text), list.findDomain(text), countLinks(text)]
    return [
      ...(word ? [{ rule: 'words' as const, ...word }] : []),
      ...(domain ? [{ rule: 'domains' as const, ...domain }] : []),
      ...(links > rules.maxLinks ? [{ rule: 'links' as const, entry: String(links), found: '' }] : []),
    ]
  }
}

function isHeldAsFirst(
  { joinedAt, trusted, approved }: Writer,
  { holdFirst }: Pick<HoldRules, 'holdFirst'>,
  now: Date,
) {
  if (trusted || approved || holdFirst === 'never') return false
  return holdFirst === 'always' || now.getTime() - joinedAt.getTime() < NEW_ACCOUNT_MS
}

/** Moderators of the story skip the filter. A person who is shadow-held stays so in their own conversations. */
export async function findHoldReason(
  ctx: Ctx<Viewer>,
  story: ConversationStory,
  text: string,
): Promise<HeldFor | null> {
  if (!hasRole(ctx.viewer, 'editor') && (await isShadowHeld(ctx, ctx.viewer.id))) return 'shadow'
  if (canModerate(ctx.viewer, story)) return null
  return getHoldReason(text, await findWriter(ctx), await getRules(ctx), ctx.now())
}

const ruleKeys = [
  'responses.holdFirst',
  'responses.blockedWords',
  'responses.blockedDomains',
  'responses.maxLinks',
  'responses.reportsToHold',
] as const

/** Read for each response, so that a change applies in every process at once. */
export async function getRules(ctx: Pick<Ctx, 'db'>): Promise<ModerationRules> {
  const settings = await getSettings(ctx, ruleKeys)
  return {
    holdFirst: settings['responses.holdFirst'],
    blockedWords: settings['responses.blockedWords'],
    blockedDomains: settings['responses.blockedDomains'],
    maxLinks: settings['responses.maxLinks'],
    reportsToHold: settings['responses.reportsToHold'],
  }
}

/** Which responses of the viewer are held, to say so before they write one. */
export async function getReviewRule(ctx: Ctx<Viewer>, ref: string) {
  const story = await findConversationStory(ctx, ref)
  const rules = await getRules(ctx)
  const { maxLinks } = rules
  if (canModerate(ctx.viewer, story)) return { reviewed: 'none' as const, maxLinks }
  const all = isHeldAsFirst(await findWriter(ctx), rules, ctx.now())
  return { reviewed: all ? ('all' as const) : ('some' as const), maxLinks }
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
