import { Refusal } from '#contract/errors.ts'
import type { Story } from '#contract/reading.ts'
import { followedAmong } from '#server/people/follows.ts'
import { savedAmong } from '#server/stories/saved.ts'
import { htmlAt, pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { presentCard } from '#server/stories/cards.ts'
import { publishedId } from '#server/stories/published.ts'
import { coAuthorsOf, formerStory, likedBy, storyByRef, tagsOf } from './queries.ts'
import { textFor } from './wall.ts'

/** A story by its id, its slug or one it had before; whoever asked by an old one sees the new one in the answer. */
export async function story(ctx: Ctx, ref: string): Promise<Story> {
  const { db, addCacheTags, site, viewer } = ctx
  const row = (await storyByRef(db, ref)) ?? (await storyByRef(db, await idOfFormer(db, ref)))
  if (!row) throw new Refusal('not-found')
  const [tags, coAuthors, saved] = await Promise.all([
    tagsOf(db, row.id),
    coAuthorsOf(db, row.id),
    savedAmong(ctx, [row.id]),
  ])
  addCacheTags(`article:${row.id}`, `person:${row.authorId}`, ...coAuthors.map(({ id }) => `person:${id}`))
  const coAuthorIds = coAuthors.map(({ id }) => id)
  const followed = await followedAmong(ctx, [row.authorId, ...coAuthorIds])
  const { html, contents, walled } = textFor(viewer, row, coAuthorIds)
  return {
    ...presentCard(site.base, row, saved.has(row.id)),
    html: htmlAt(site.base, html),
    contents,
    walled,
    tags,
    coAuthors: coAuthors.map((person) => ({ ...person, avatar: pictureAt(site.base, person.avatar) })),
    followed: [...followed],
    updatedAt: row.updatedAt.toISOString(),
    wordCount: row.wordCount,
    address: `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}story/${encodeURIComponent(row.slug)}`,
    canonical: row.canonicalUrl,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
    takesResponses: row.takesResponses,
    liked: viewer !== null && (await likedBy(db, row.id, viewer.id)),
  }
}

/** Which published story this is the id of, or the slug, or one that it had before. */
export async function idOfStory(db: Db, ref: string): Promise<string> {
  const id = (await publishedId(db, ref))?.id
  if (id) return id
  const former = await formerStory(db, ref)
  if (former?.state !== 'published') throw new Refusal('not-found')
  return former.id
}

/** Says of a removed story that it is gone; of anything else that it is not there. */
async function idOfFormer(db: Db, ref: string) {
  const former = await formerStory(db, ref)
  if (!former) throw new Refusal('not-found')
  if (former.state === 'removed') throw new Refusal('gone')
  return former.id
}
