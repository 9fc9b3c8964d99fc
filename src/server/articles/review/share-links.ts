import type { ShareLink } from '#contract/articles/review.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { hashSecret, createSecret } from '#server/identity/secrets.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { requireArticle } from '#server/articles/access.ts'
import { presentActor, actorColumns } from '#server/articles/actor.ts'

const MAX_ACTIVE = 20

/** Active links, oldest first. Keys are stored as hashes and cannot be listed. */
export async function listShareLinks(ctx: Ctx<Viewer>, articleId: string): Promise<ShareLink[]> {
  await requireArticle(ctx, articleId)
  const rows = await ctx.db
    .selectFrom('shareLink')
    .leftJoin('person as actor', 'actor.id', 'shareLink.byId')
    .select(['shareLink.id', 'shareLink.createdAt', 'shareLink.expiresAt', ...actorColumns])
    .where('shareLink.articleId', '=', articleId)
    .where('shareLink.expiresAt', '>', ctx.now())
    .orderBy('shareLink.createdAt')
    .orderBy('shareLink.id')
    .execute()
  return rows.map((row) => ({ ...times(row), id: row.id, by: presentActor(row) }))
}

export function createShareLink(
  ctx: Ctx<Viewer>,
  articleId: string,
  days: number,
): Promise<ShareLink & { key: string }> {
  return inTransaction(ctx, async (tx) => {
    const { article } = await requireArticle(tx, articleId, true)
    if (article.state === 'trashed') throw new Refusal('wrong-state', { state: article.state })
    if ((await countActive(tx, articleId)) >= MAX_ACTIVE) throw new Refusal('quota-exceeded', { most: MAX_ACTIVE })
    const { token: key, hash: tokenHash } = createSecret()
    const createdAt = tx.now()
    const link = { id: newId(), createdAt, expiresAt: new Date(createdAt.getTime() + days * DAY_MS) }
    await tx.db
      .insertInto('shareLink')
      .values({ ...link, articleId, tokenHash, byId: tx.viewer.id })
      .execute()
    const { id, handle, name } = tx.viewer
    return { ...times(link), id: link.id, by: { id, handle, name }, key }
  })
}

/** Anyone with access to the article may revoke a link. */
export async function revokeShareLink(ctx: Ctx<Viewer>, articleId: string, linkId: string) {
  await requireArticle(ctx, articleId)
  const revoked = await ctx.db
    .deleteFrom('shareLink')
    .where('id', '=', linkId)
    .where('articleId', '=', articleId)
    .returning('id')
    .executeTakeFirst()
  if (!revoked) throw new Refusal('not-found')
  return { deleted: true as const }
}

export async function isValidKey({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string, key: string) {
  const link = await db
    .selectFrom('shareLink')
    .select('id')
    .where('tokenHash', '=', hashSecret(key))
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return link !== undefined
}

export async function deleteExpiredShareLinks(db: Db, now: Date) {
  await db.deleteFrom('shareLink').where('expiresAt', '<=', now).execute()
}

async function countActive({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string) {
  const { active } = await db
    .selectFrom('shareLink')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now())
    .executeTakeFirstOrThrow()
  return active
}

function times({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) {
  return { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
