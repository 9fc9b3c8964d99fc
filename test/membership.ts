import type { Access } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import type { Db } from '#server/platform/db.ts'
import { anArticle } from './articles.ts'

/** Makes a person a member, by default for longer than any clock of a test. */
export async function makeMember(db: Db, personId: string, until = new Date('2099-01-01')) {
  const row = { until, source: 'admin' as const, updatedAt: new Date() }
  await db
    .insertInto('entitlement')
    .values({ personId, ...row })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(row))
    .execute()
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

type Given = { access?: Access; open?: string; hidden?: string; title?: string; slug?: string }

/** A published story whose second paragraph is for members. */
export async function aMembersStory(db: Db, authorId: string, { access = 'preview', ...given }: Given = {}) {
  const { open = 'For everyone.', hidden = 'Only for members.', ...fields } = given
  const body: Document = { type: 'doc', content: [paragraph(open), { type: 'membersLine' }, paragraph(hidden)] }
  const story = await anArticle(db, authorId, { ...fields, body })
  for (const [table, column] of [
    ['article', 'id'],
    ['draft', 'articleId'],
  ] as const)
    await db.updateTable(table).set({ access }).where(column, '=', story.id).execute()
  return story
}
