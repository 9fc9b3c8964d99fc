import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { GiftLink } from '#contract/paywall.ts'
import type { Viewer } from '#contract/viewer.ts'
import { createSecret } from '#server/identity/secrets.ts'
import { isMember } from '#server/membership/entitlement.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { monthOf, startOfMonth } from '#server/platform/months.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { contributorRole } from '#server/reading/paywall.ts'
import { getStoryId } from '#server/reading/story.ts'
import { type StoryAccess, findAccess } from './queries.ts'

const VALID_MS = 30 * DAY_MS
const MAX_NEW_PER_MONTH = 10

const membersOnly = {
  reason: 'members-only',
  message: 'Gift links are for members. Become a member to share this story.',
}
const linksUsed = {
  reason: 'links-used',
  message: `You have created this month’s ${MAX_NEW_PER_MONTH} gift links. You can create new ones next month.`,
}

/** The person's link for this story. An expired one is replaced, which counts as a new one. */
export async function getOrCreateGiftLink(ctx: Ctx<Viewer>, ref: string): Promise<GiftLink> {
  const story = await findAccess(ctx.db, await getStoryId(ctx.db, ref))
  if (!story?.forMembers) throw new Refusal('not-found')
  if (!(await canGive(ctx, story))) throw new Refusal('not-allowed', membersOnly)
  return inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gift link'), hashtext(${tx.viewer.id}))`.execute(tx.db)
    const used = await countNewLinks(tx)
    const existing = await tx.db
      .selectFrom('giftLink')
      .select(['token', 'expiresAt', 'opens'])
      .where('personId', '=', tx.viewer.id)
      .where('articleId', '=', story.id)
      .executeTakeFirst()
    if (existing && existing.expiresAt > tx.now()) return present(tx, story.id, { ...existing, used })
    if (used >= MAX_NEW_PER_MONTH) throw new Refusal('not-allowed', linksUsed)
    return present(tx, story.id, { ...(await replaceLink(tx, story.id)), used: used + 1 })
  })
}

async function canGive({ db, viewer, now }: Ctx<Viewer>, story: StoryAccess) {
  return contributorRole(viewer, story, story.coAuthorIds) === 'author' || (await isMember(db, viewer.id, now()))
}

async function countNewLinks({ db, viewer, now }: Ctx<Viewer>) {
  const { links } = await db
    .selectFrom('giftLink')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('personId', '=', viewer.id)
    .where('createdAt', '>=', startOfMonth(monthOf(now())))
    .executeTakeFirstOrThrow()
  return links
}

async function replaceLink({ db, viewer, now }: Ctx<Viewer>, articleId: string) {
  const { token } = createSecret()
  const createdAt = now()
  const link = { token, createdAt, expiresAt: new Date(createdAt.getTime() + VALID_MS), opens: 0 }
  await db
    .insertInto('giftLink')
    .values({ id: newId(), personId: viewer.id, articleId, ...link })
    .onConflict((conflict) => conflict.columns(['personId', 'articleId']).doUpdateSet(link))
    .execute()
  return link
}

type Row = { token: string; expiresAt: Date; opens: number; used: number }

function present({ site }: Ctx<Viewer>, articleId: string, { token, expiresAt, opens, used }: Row): GiftLink {
  // By id, because the redirect of a changed slug drops the token.
  const path = `${site.base}${site.mode === 'hash' ? '#/' : ''}story/${articleId}`
  return {
    address: `${site.origin}${path}?gift=${token}`,
    expiresAt: expiresAt.toISOString(),
    opens,
    left: MAX_NEW_PER_MONTH - used,
  }
}

/** For account deletion. Must run in a transaction. */
export async function deleteGiftLinksOf({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db.deleteFrom('giftLink').where('personId', '=', personId).execute()
}
