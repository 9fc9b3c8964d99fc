import type { ArticleState, Transition } from '#contract/articles/articles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { publishedCards } from '#server/stories/published.ts'
import { emitWebhook } from '#server/webhooks/emit.ts'
import { describePerson, describePicture, describeStoryLink } from '#server/webhooks/event-data.ts'

type Moved = { id: string; transition: Transition; from: ArticleState; to: ArticleState }

/** Emits what a transition means for readers. Call after it was applied, in its transaction. */
export async function emitTransition(tx: Ctx, { id, transition, from, to }: Moved) {
  if (to === 'published' && from !== 'published') await emitStory(tx, 'story.published', id)
  else if (transition === 'update') await emitStory(tx, 'story.updated', id)
  else if (from === 'published' && to !== 'published')
    await emitHiddenStory(tx, to === 'removed' ? 'story.removed' : 'story.unpublished', id)
}

/** Describes what the card of a published story shows, never its text. */
export function emitStory(tx: Ctx, type: 'story.published' | 'story.updated', id: string) {
  const { db, site } = tx
  return emitWebhook(tx, type, async () => {
    const [story, tags, coAuthors] = [
      await publishedCards(db, null).select('article.updatedAt').where('article.id', '=', id).executeTakeFirst(),
      await db
        .selectFrom('articleTag')
        .innerJoin('tag', 'tag.id', 'articleTag.tagId')
        .select(['tag.slug', 'tag.name'])
        .where('articleTag.articleId', '=', id)
        .orderBy('articleTag.position')
        .execute(),
      await db
        .selectFrom('articleCoAuthor')
        .innerJoin('person', 'person.id', 'articleCoAuthor.personId')
        .select(['person.id', 'person.handle', 'person.name'])
        .where('articleCoAuthor.articleId', '=', id)
        .orderBy('articleCoAuthor.position')
        .execute(),
    ]
    if (!story) return null
    const { authorId, authorHandle, authorName, categorySlug, categoryName } = story
    const { title, subtitle, excerpt, language, readingMinutes } = story
    const category = categorySlug !== null && categoryName !== null ? { slug: categorySlug, name: categoryName } : null
    return {
      data: {
        ...describeStoryLink(site, story),
        title,
        subtitle,
        excerpt,
        language,
        readingMinutes,
        cover: describePicture(site, story.cover),
        category,
        tags,
        author: describePerson(site, { id: authorId, handle: authorHandle, name: authorName }),
        coAuthors: coAuthors.map((person) => describePerson(site, person)),
        publishedAt: story.publishedAt.toISOString(),
        updatedAt: story.updatedAt.toISOString(),
        forMembers: story.forMembers,
      },
      people: [authorId, ...coAuthors.map((person) => person.id)],
    }
  })
}

function emitHiddenStory(tx: Ctx, type: 'story.unpublished' | 'story.removed', id: string) {
  return emitWebhook(tx, type, async () => {
    const { slug } = await tx.db.selectFrom('article').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
    return { data: describeStoryLink(tx.site, { id, slug }) }
  })
}
