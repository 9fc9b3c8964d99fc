import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PersonCard } from '#contract/people.ts'
import { noticeCreators } from '#server/discovery/notice.ts'
import { tell } from '#server/notifications/tell.ts'
import { lockPeople } from '#server/people/accounts.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { articleFor, type Work } from '#server/articles/access.ts'
import { coAuthorIds, countFor } from '#server/articles/byline.ts'
import { mayInvite } from '#server/articles/policy.ts'

/** Sets who writes it with its author, in the order of the byline. Whoever is left out cannot open it any more. */
export function setCoAuthors(ctx: Ctx<Viewer>, articleId: string, people: string[]): Promise<PersonCard[]> {
  return inTransaction(ctx, async (tx) => {
    const { article, part } = await articleFor(tx, articleId, true)
    if (!mayInvite({ role: tx.viewer.role, part }, article.state)) throw new Refusal('not-allowed')
    // Their accounts cannot be deleted before this commits.
    await lockPeople(tx.db, people)
    const cards = await shownCardsOf(tx, people)
    const known = new Set(cards.map(({ id }) => id))
    people.forEach((id, at) => {
      if (id === article.authorId) throw refused(at, 'Its author is on the byline already.')
      if (people.indexOf(id) !== at) throw refused(at, 'Somebody is in the list twice.')
      if (!known.has(id)) throw refused(at, 'There is nobody of that id.')
    })

    const before = await coAuthorIds(tx.db, articleId)
    await tx.db.deleteFrom('articleCoAuthor').where('articleId', '=', articleId).execute()
    if (people.length > 0) {
      const { publishedAt } = article
      const rows = people.map((personId, position) => ({ articleId, personId, position, publishedAt }))
      await tx.db.insertInto('articleCoAuthor').values(rows).execute()
    }
    for (const personId of people.filter((id) => !before.includes(id))) {
      const cause = `byline:${articleId}:${personId}`
      await tell(tx, { kind: 'byline', cause, actorId: tx.viewer.id, personId, articleId })
    }
    if (article.state === 'published') await changeByline(tx, articleId, before, people)
    return cards
  })
}

/** Takes the viewer off a byline that somebody else put them on; its author is told. They cannot open it any more. */
export function leaveByline(ctx: Ctx<Viewer>, articleId: string) {
  return inTransaction(ctx, async (tx) => {
    const { article, part } = await articleFor(tx, articleId, true)
    if (part !== 'co-author') throw new Refusal('not-allowed')
    const { id: personId } = tx.viewer
    await removeCoAuthor(tx, article, personId)
    await tell(tx, {
      kind: 'byline',
      // Whoever is invited again may leave again.
      cause: `byline:${articleId}:${personId}:left:${tx.now().getTime()}`,
      actorId: personId,
      personId: article.authorId,
      articleId,
      detail: { outcome: 'left' },
    })
    return {}
  })
}

/** Removes a co-author from an article. The caller holds the lock on the article. Inside a transaction. */
export async function removeCoAuthor(tx: Ctx, { id, state }: Pick<Work, 'id' | 'state'>, personId: string) {
  await tx.db.deleteFrom('articleCoAuthor').where('articleId', '=', id).where('personId', '=', personId).execute()
  if (state === 'published') await changeByline(tx, id, [personId], [])
}

/** What readers see of it: who counts it among their stories, and the pages it stands on. */
async function changeByline(tx: Ctx, articleId: string, before: string[], after: string[]) {
  await countFor(
    tx,
    before.filter((id) => !after.includes(id)),
    -1,
  )
  await countFor(
    tx,
    after.filter((id) => !before.includes(id)),
    1,
  )
  await noticeCreators(tx, articleId)
  tx.invalidate(`article:${articleId}`)
}

function refused(at: number, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'people', String(at)], message }] })
}
