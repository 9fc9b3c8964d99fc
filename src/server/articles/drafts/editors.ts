import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { articleFor } from '#server/articles/access.ts'
import { partOf } from '#server/articles/authorship.ts'
import { mayEdit } from '#server/articles/policy.ts'

/** Refuses a viewer who may not change this draft now; to those who may not see it, it does not exist. */
export async function checkMayEdit(ctx: Pick<Ctx<Viewer>, 'db' | 'viewer'>, articleId: string) {
  const { article, part } = await articleFor(ctx, articleId)
  if (!mayEdit({ role: ctx.viewer.role, part }, article.state)) throw new Refusal('not-allowed')
}

/** The version of a draft, and which of these people may change it now. Null without people. */
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
  const editors = rows.filter((row) => mayEdit({ role: row.role, part: partOf(row, row) }, row.state))
  return { version: first.version, editors: new Set(editors.map(({ id }) => id)) }
}
