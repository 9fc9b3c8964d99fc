import { Refusal } from '#contract/errors.ts'
import type { Story, StoryResponse } from '#contract/reading.ts'
import { htmlAt, pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { presentCard, presentThreads } from './present.ts'
import { coAuthorsOf, publishedId, shownResponses, storyByRef, tagsOf } from './queries.ts'

const MOST_RESPONSES = 500

export async function story({ db, shows, site }: Ctx, ref: string): Promise<Story> {
  const row = await storyByRef(db, ref)
  if (!row) throw new Refusal('not-found')
  const [tags, coAuthors] = await Promise.all([tagsOf(db, row.id), coAuthorsOf(db, row.id)])
  shows(`article:${row.id}`, `person:${row.authorId}`, ...coAuthors.map(({ id }) => `person:${id}`))
  return {
    ...presentCard(site.base, row),
    html: htmlAt(site.base, row.html),
    tags,
    coAuthors: coAuthors.map((person) => ({ ...person, avatar: pictureAt(site.base, person.avatar) })),
    updatedAt: row.updatedAt.toISOString(),
    wordCount: row.wordCount,
    canonical: row.canonicalUrl,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
    takesResponses: row.takesResponses,
  }
}

export async function storyResponses({ db, shows, site }: Ctx, ref: string): Promise<StoryResponse[]> {
  const row = await publishedId(db, ref)
  if (!row) throw new Refusal('not-found')
  const rows = await shownResponses(db, row.id, MOST_RESPONSES)
  shows(`responses:${row.id}`, ...rows.map(({ authorId }) => `person:${authorId}`))
  return presentThreads(site.base, rows)
}
