import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { MembersPart } from '#contract/paywall.ts'
import { isMember } from '#server/membership/entitlement.ts'
import { htmlWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { monthAfter, monthOf, startOfMonth } from '#server/platform/months.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { contributorRole, splitText } from '#server/reading/paywall.ts'
import { getStoryId } from '#server/reading/story.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { type MonthlyReader, createSalt, findSalt, identifyReader } from './monthly-readers.ts'
import { type StoryAccess, countFreeReads, findAccess, findGiftLink, findText, hasOpened } from './queries.ts'

/** Codes of their own would add their messages to what every page loads. */
const noFreeStories = {
  reason: 'no-free-stories',
  message: 'You have read this month’s free members’ stories. Become a member, or come back next month.',
}

/** The members-only part for viewers who may read it; otherwise how they can. Changes nothing. */
export async function getMembersPart(ctx: Ctx, ref: string, gift: string | undefined): Promise<MembersPart> {
  return buildPart(ctx, await getAccess(ctx, ref), gift)
}

/** Whether the viewer may read the members-only part, or there is none. */
export async function canReadWhole(ctx: Ctx, ref: string, token: string | undefined): Promise<boolean> {
  const story = await getAccess(ctx, ref)
  const gift = token === undefined ? null : await getGift(ctx, story, token)
  return (await getRight(ctx, story, gift)).because !== null
}

/** Uses a free story of the month. A gift link is only counted, and stories that the viewer may read cost nothing. */
export async function openStory(ctx: Ctx, ref: string, gift: string | undefined): Promise<MembersPart> {
  const story = await getAccess(ctx, ref)
  if (gift !== undefined) {
    await countGiftOpen(ctx, story, gift)
    return buildPart(ctx, story, gift)
  }
  const before = await buildPart(ctx, story, undefined)
  if (before.html !== null) return before
  // Attempts without a free story left do not use up those of others at the same address.
  if (!ctx.viewer && before.free && before.free.left > 0) await ctx.limits.take('free-story', ctx.session.address)
  const month = monthOf(ctx.now())
  const salt = (await findSalt(ctx.db, month)) ?? (await createSalt(ctx.db, month))
  const { counted } = identifyReader(ctx, salt)
  if (!counted) throw new Refusal('sign-in-needed')
  return inTransaction(ctx, async (tx) => {
    // One at a time for each reader, so that two clicks cannot use the last story twice.
    await sql`select pg_advisory_xact_lock(hashtext('free read'), hashtext(${counted.toString('hex')}))`.execute(tx.db)
    const part = await buildPart(tx, story, undefined)
    if (part.html !== null) return part
    if (!part.free || part.free.left === 0) throw new Refusal('not-allowed', noFreeStories)
    await tx.db.insertInto('freeRead').values({ month, reader: counted, articleId: story.id, at: tx.now() }).execute()
    return buildPart(tx, story, undefined)
  })
}

async function getAccess({ db }: Ctx, ref: string): Promise<StoryAccess> {
  const story = await findAccess(db, await getStoryId(db, ref))
  if (!story) throw new Refusal('not-found')
  return story
}

async function buildPart(ctx: Ctx, story: StoryAccess, token: string | undefined): Promise<MembersPart> {
  const gift = token === undefined ? null : await getGift(ctx, story, token)
  const { because, free, countable } = await getRight(ctx, story, gift)
  const hidden = { html: null, replacesPreview: false, contents: [] }
  return {
    ...(because === null ? hidden : await loadText(ctx, story)),
    because,
    gift: gift && { valid: gift.valid, from: gift.from },
    free,
    signInHelps: because === null && !countable && (await getSetting(ctx, 'membership.freeStories')) > 0,
  }
}

type Right = Pick<MembersPart, 'because' | 'free'> & { countable: boolean }

async function getRight(ctx: Ctx, story: StoryAccess, gift: Gift | null): Promise<Right> {
  const { db, viewer, now } = ctx
  const without = { free: null, countable: true }
  if (!story.forMembers) return { ...without, because: 'everyone' }
  const role = viewer && contributorRole(viewer, story, story.coAuthorIds)
  if (role) return { ...without, because: role }
  if (viewer && (await isMember(db, viewer.id, now()))) return { ...without, because: 'member' }
  const month = monthOf(now())
  // A salt that is not stored matches nothing.
  const reader = identifyReader(ctx, (await findSalt(db, month)) ?? Buffer.alloc(0))
  const free = await getFreeStories(ctx, month, reader)
  const meter = { free, countable: reader.counted !== null }
  if (await hasOpened(db, { month, readers: reader.all }, story.id)) return { ...meter, because: 'opened' }
  return { ...meter, because: gift?.valid ? 'gift' : null }
}

async function getFreeStories(ctx: Ctx, month: string, { counted }: MonthlyReader) {
  if (!counted) return null
  const limit = await getSetting(ctx, 'membership.freeStories')
  const left = Math.max(0, limit - (await countFreeReads(ctx.db, month, counted)))
  return { left, limit, resetsAt: startOfMonth(monthAfter(month)).toISOString() }
}

/** Only once the reader may read it. */
async function loadText({ db, site }: Ctx, access: StoryAccess) {
  const text = await findText(db, access.id)
  if (!text) throw new Refusal('not-found')
  const story = { ...access, ...text }
  const { rest, replacesPreview } = splitText(story)
  return { html: htmlWithBase(site.base, rest), replacesPreview, contents: story.contents }
}

type Gift = { valid: boolean; from: string | null }

async function getGift({ db, now }: Ctx, { id }: StoryAccess, token: string): Promise<Gift> {
  const link = await findGiftLink(db, token, id)
  return { valid: link !== undefined && link.expiresAt > now(), from: link?.giver ?? null }
}

/** The giver's own visits do not count. */
async function countGiftOpen(ctx: Ctx, { id }: StoryAccess, token: string) {
  const link = await findGiftLink(ctx.db, token, id)
  if (!link || link.expiresAt <= ctx.now() || link.personId === ctx.viewer?.id) return
  await ctx.db
    .updateTable('giftLink')
    .set(({ eb }) => ({ opens: eb('opens', '+', 1) }))
    .where('id', '=', link.id)
    .execute()
}
