import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PersonCard } from '#contract/people.ts'
import { addCreatorRanks } from '#server/discovery/story-ranks.ts'
import { notify } from '#server/notifications/notify.ts'
import { lockPeople } from '#server/people/person-records.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { indexStory } from '#server/search/search-index.ts'
import { requireArticle, type LockedArticle } from '#server/articles/access.ts'
import { listCoAuthorIds, updateAuthorStoryCounts } from '#server/articles/byline.ts'
import { canInvite } from '#server/articles/policy.ts'
import { emitStory } from '#server/articles/webhook-events.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

/** Replaces the co-authors, in byline order. People who are removed lose access. */
export function setCoAuthors(ctx: Ctx<Viewer>, articleId: string, people: string[]): Promise<PersonCard[]> {
  return inTransaction(ctx, async (tx) => {
    const { article, authorship } = await requireArticle(tx, articleId, true)
    if (!canInvite({ role: await publishingRole(tx), authorship }, article.state)) throw new Refusal('not-allowed')
    // Their accounts cannot be deleted before this commits.
    await lockPeople(tx.db, people)
    const cards = await shownCardsOf(tx, people)
    const known = new Set(cards.map(({ id }) => id))
    people.forEach((id, at) => {
      if (id === article.authorId) throw invalidPerson(at, 'The author is already on the byline.')
      if (people.indexOf(id) !== at) throw invalidPerson(at, 'This person is already in the list.')
      if (!known.has(id)) throw invalidPerson(at, 'This person does not exist.')
    })

    const before = await listCoAuthorIds(tx.db, articleId)
    await tx.db.deleteFrom('articleCoAuthor').where('articleId', '=', articleId).execute()
    if (people.length > 0) {
      const { publishedAt } = article
      const rows = people.map((personId, position) => ({ articleId, personId, position, publishedAt }))
      await tx.db.insertInto('articleCoAuthor').values(rows).execute()
    }
    for (const personId of people.filter((id) => !before.includes(id))) {
      const cause = `byline:${articleId}:${personId}`
      await notify(tx, { kind: 'byline', cause, actorId: tx.viewer.id, personId, articleId })
    }
    if (article.state === 'published') await updateByline(tx, articleId, before, people)
    return cards
  })
}

/** Removes the viewer from the byline and notifies the author. The viewer loses access. */
export function leaveByline(ctx: Ctx<Viewer>, articleId: string) {
  return inTransaction(ctx, async (tx) => {
    const { article, authorship } = await requireArticle(tx, articleId, true)
    if (authorship !== 'co-author') throw new Refusal('not-allowed')
    const { id: personId } = tx.viewer
    await removeCoAuthor(tx, article, personId)
    await notify(tx, {
      kind: 'byline',
      // The time makes the cause unique: a person can be invited and leave again.
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
export async function removeCoAuthor(tx: Ctx, { id, state }: Pick<LockedArticle, 'id' | 'state'>, personId: string) {
  await tx.db.deleteFrom('articleCoAuthor').where('articleId', '=', id).where('personId', '=', personId).execute()
  if (state === 'published') await updateByline(tx, id, [personId], [])
}

/** Updates story counts, search and cached pages after a published byline changed. */
async function updateByline(tx: Ctx, articleId: string, before: string[], after: string[]) {
  await updateAuthorStoryCounts(
    tx,
    before.filter((id) => !after.includes(id)),
    -1,
  )
  await updateAuthorStoryCounts(
    tx,
    after.filter((id) => !before.includes(id)),
    1,
  )
  await addCreatorRanks(tx, articleId)
  await indexStory(tx, articleId)
  await emitStory(tx, 'story.updated', articleId)
  tx.invalidate(`article:${articleId}`)
}

function invalidPerson(at: number, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'people', String(at)], message }] })
}
