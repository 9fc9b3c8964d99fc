import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { requireArticle } from '#server/articles/access.ts'
import { authorshipOf } from '#server/articles/authorship.ts'
import { canEdit } from '#server/articles/policy.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { publishingRole, toPublishingRole } from '#server/articles/publishing-role.ts'

/** Throws not-found when the viewer may not see the draft, not-allowed when they may not edit it now. */
export async function requireCanEdit(ctx: Pick<Ctx<Viewer>, 'db' | 'viewer'>, articleId: string) {
  const { article, authorship } = await requireArticle(ctx, articleId)
  if (!canEdit({ role: await publishingRole(ctx), authorship }, article.state)) throw new Refusal('not-allowed')
}

/** The draft's version, and which of these people may edit it now. Null when none of the people exist. */
export async function editorsAmong({ db }: Pick<Ctx, 'db'>, articleId: string, people: string[]) {
  const rows = await db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .innerJoin('person', (join) => join.on('person.id', '=', sql<string>`any(${people}::text[])`))
    .select(['article.authorId', 'article.state', 'draft.version', 'person.id', 'person.role'])
    .select(
      sql<boolean>`exists (select from article_co_author
        where article_co_author.article_id = article.id and article_co_author.person_id = person.id)`.as('coWritten'),
    )
    .where('article.id', '=', articleId)
    .where('person.disabledAt', 'is', null)
    .execute()
  const [first] = rows
  if (!first) return null
  // Not queried for every save: it matters for scheduled articles only.
  const authorsPublish = first.state !== 'scheduled' || (await getSetting({ db }, 'review.authorsPublish'))
  const editors = rows.filter((row) =>
    canEdit({ role: toPublishingRole(row.role, authorsPublish), authorship: authorshipOf(row, row) }, row.state),
  )
  return { version: first.version, editors: new Set(editors.map(({ id }) => id)) }
}
