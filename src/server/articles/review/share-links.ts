import type { ShareLink } from '#contract/articles.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { hashOf, newSecret } from '#server/identity/secrets.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { articleFor } from '#server/articles/access.ts'
import { presentWho, whoColumns } from '#server/articles/actor.ts'

const MOST_LIVE = 20

/** Those that still open the article, oldest first. Their keys are known only to who was told them. */
export async function listLinks(ctx: Ctx<Viewer>, articleId: string): Promise<ShareLink[]> {
  await articleFor(ctx, articleId)
  const rows = await ctx.db
    .selectFrom('shareLink')
    .leftJoin('person as who', 'who.id', 'shareLink.byId')
    .select(['shareLink.id', 'shareLink.createdAt', 'shareLink.expiresAt', ...whoColumns])
    .where('shareLink.articleId', '=', articleId)
    .where('shareLink.expiresAt', '>', ctx.now())
    .orderBy('shareLink.createdAt')
    .orderBy('shareLink.id')
    .execute()
  return rows.map((row) => ({ ...times(row), id: row.id, by: presentWho(row) }))
}

export function makeLink(ctx: Ctx<Viewer>, articleId: string, days: number): Promise<ShareLink & { key: string }> {
  return inTransaction(ctx, async (tx) => {
    const { article } = await articleFor(tx, articleId, true)
    if (article.state === 'trashed') throw new Refusal('wrong-state', { state: article.state })
    if ((await countLive(tx, articleId)) >= MOST_LIVE) throw new Refusal('quota-exceeded', { most: MOST_LIVE })
    const { token: key, hash: tokenHash } = newSecret()
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

/** Whoever made it: everybody who works on the article can end it. */
export async function endLink(ctx: Ctx<Viewer>, articleId: string, linkId: string) {
  await articleFor(ctx, articleId)
  const ended = await ctx.db
    .deleteFrom('shareLink')
    .where('id', '=', linkId)
    .where('articleId', '=', articleId)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('not-found')
  return { deleted: true as const }
}

/** Whether this key opens this article now. */
export async function opens({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string, key: string) {
  const link = await db
    .selectFrom('shareLink')
    .select('id')
    .where('tokenHash', '=', hashOf(key))
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return link !== undefined
}

export async function sweepLinks(db: Db, now: Date) {
  await db.deleteFrom('shareLink').where('expiresAt', '<=', now).execute()
}

async function countLive({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string) {
  const { live } = await db
    .selectFrom('shareLink')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now())
    .executeTakeFirstOrThrow()
  return live
}

function times({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) {
  return { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
