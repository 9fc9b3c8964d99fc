import { Refusal } from '#contract/errors.ts'
import type { Story } from '#contract/reading.ts'
import { followedAmong } from '#server/people/follows.ts'
import { savedAmong } from '#server/stories/saved-by-viewer.ts'
import { htmlWithBase, pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { presentCard } from '#server/stories/cards.ts'
import { publishedId } from '#server/stories/published.ts'
import { coAuthorsOf, formerStory, isLikedBy, storyByRef, tagsOf } from './queries.ts'
import { visibleText } from './paywall.ts'

/** Finds a story by id, slug or old slug. The reply has the current slug. */
export async function getStory(ctx: Ctx, ref: string): Promise<Story> {
  const { db, addCacheTags, site, viewer } = ctx
  const row = (await storyByRef(db, ref)) ?? (await storyByRef(db, await getFormerStoryId(db, ref)))
  if (!row) throw new Refusal('not-found')
  const [tags, coAuthors, saved] = await Promise.all([
    tagsOf(db, row.id),
    coAuthorsOf(db, row.id),
    savedAmong(ctx, [row.id]),
  ])
  addCacheTags(`article:${row.id}`, `likes:${row.id}`)
  addCacheTags(`person:${row.authorId}`, ...coAuthors.map(({ id }) => `person:${id}` as const))
  const coAuthorIds = coAuthors.map(({ id }) => id)
  const followed = await followedAmong(ctx, [row.authorId, ...coAuthorIds])
  const { html, contents, walled } = visibleText(viewer, row, coAuthorIds)
  return {
    ...presentCard(site.base, row, saved.has(row.id)),
    html: htmlWithBase(site.base, html),
    contents,
    walled,
    tags,
    coAuthors: coAuthors.map((person) => ({ ...person, avatar: pictureWithBase(site.base, person.avatar) })),
    followed: [...followed],
    updatedAt: row.updatedAt.toISOString(),
    wordCount: row.wordCount,
    address: `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}story/${encodeURIComponent(row.slug)}`,
    canonical: row.canonicalUrl,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
    takesResponses: row.takesResponses,
    liked: viewer !== null && (await isLikedBy(db, row.id, viewer.id)),
  }
}

/** The id of a published story, by id, slug or old slug. */
export async function getStoryId(db: Db, ref: string): Promise<string> {
  const id = (await publishedId(db, ref))?.id
  if (id) return id
  const former = await formerStory(db, ref)
  if (former?.state !== 'published') throw new Refusal('not-found')
  return former.id
}

/** Throws `gone` for a removed story and `not-found` for anything else unknown. */
async function getFormerStoryId(db: Db, ref: string) {
  const former = await formerStory(db, ref)
  if (!former) throw new Refusal('not-found')
  if (former.state === 'removed') throw new Refusal('gone')
  return former.id
}
