import { Refusal } from '#contract/errors.ts'
import type { Story } from '#contract/reading.ts'
import { htmlWithBase, pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { presentCard } from '#server/stories/cards.ts'
import { publishedId } from '#server/stories/published.ts'
import { formerStory, storyByRef } from './queries.ts'
import { visibleText } from './paywall.ts'

/** Finds a story by id, slug or old slug. The reply has the current slug. */
export async function getStory(ctx: Ctx, ref: string): Promise<Story> {
  const { db, now, addCacheTags, site, viewer } = ctx
  const find = (by: string) => storyByRef(db, { ref: by, now: now(), viewerId: viewer?.id })
  let [row] = await find(ref)
  row ??= (await find(await getFormerStoryId(db, ref)))[0]
  if (!row) throw new Refusal('not-found')
  const { tags, coAuthors } = row
  addCacheTags(`article:${row.id}`, `likes:${row.id}`, ...tags.map(({ slug }) => `tag:${slug}` as const))
  addCacheTags(`person:${row.authorId}`, ...coAuthors.map(({ id }) => `person:${id}` as const))
  const coAuthorIds = coAuthors.map(({ id }) => id)
  const { html, contents, walled } = visibleText(viewer, row, coAuthorIds)
  return {
    ...presentCard(site.base, row),
    html: htmlWithBase(site.base, html),
    contents,
    walled,
    tags,
    coAuthors: coAuthors.map((person) => ({ ...person, avatar: pictureWithBase(site.base, person.avatar) })),
    followed: row.followed,
    updatedAt: row.updatedAt.toISOString(),
    wordCount: row.wordCount,
    address: `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}story/${encodeURIComponent(row.slug)}`,
    canonical: row.canonicalUrl,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
    takesResponses: row.takesResponses,
    liked: row.liked,
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
