import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/identity.ts'
import type { PersonCard } from '#contract/people.ts'
import { tell } from '#server/notifications/tell.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { articleFor } from './access.ts'
import { mayInvite } from './policy.ts'

/** Sets who writes it with its author, in the order of the byline. Whoever is left out cannot open it any more. */
export function setCoAuthors(ctx: Ctx<Viewer>, articleId: string, people: string[]): Promise<PersonCard[]> {
  return inTransaction(ctx, async (tx) => {
    const { article, part } = await articleFor(tx, articleId, true)
    if (!mayInvite({ role: tx.viewer.role, part }, article.state)) throw new Refusal('not-allowed')
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
      const rows = people.map((personId, position) => ({ articleId, personId, position }))
      await tx.db.insertInto('articleCoAuthor').values(rows).execute()
    }
    for (const personId of people.filter((id) => !before.includes(id))) {
      const cause = `byline:${articleId}:${personId}`
      await tell(tx, { kind: 'byline', cause, actorId: tx.viewer.id, personId, articleId })
    }
    if (article.state === 'published') tx.touch(`article:${articleId}`)
    return cards
  })
}

function refused(at: number, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'people', String(at)], message }] })
}

/** In the order of the byline. */
export async function coAuthorIds(db: Db, articleId: string) {
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select('personId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ personId }) => personId)
}
