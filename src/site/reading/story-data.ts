import { redirect } from 'react-router'
import type { Story, StoryCard } from '#contract/reading.ts'
import type { DataArgs } from '#site/page.ts'

export async function storyData({ api, params }: DataArgs) {
  const ref = params['article'] ?? ''
  const [story, responses, beside] = await Promise.all([
    api('GET /api/stories/{ref}', { params: { ref } }),
    api('GET /api/stories/{ref}/responses', { params: { ref } }),
    // By an old address there is nothing beside it; the new one has it all.
    api('GET /api/stories/{ref}/beside', { params: { ref } }).catch(() => nothing),
  ])
  // Its address has changed since somebody wrote this one down.
  if (ref !== story.slug && ref !== story.id) throw redirect(`/story/${encodeURIComponent(story.slug)}`, 301)
  const { related, byAuthor, next } = beside
  return {
    story,
    responses,
    minutesLeft: story.walled ? minutesLeft(story) : null,
    beside: { related: related.map(small), byAuthor: byAuthor.map(small), next: next && small(next) },
  }
}

export type StoryData = Awaited<ReturnType<typeof storyData>>

const nothing = { related: [], byAuthor: [], next: null }

/** What a small card shows; the page need not carry the rest. */
function small({ id, slug, title, subtitle, language, cover, author, readingMinutes, forMembers, saved }: StoryCard) {
  return { id, slug, title, subtitle, language, cover, author: author.name, readingMinutes, forMembers, saved }
}
export type SmallCard = ReturnType<typeof small>

/** How much longer a story is than the part that is shown. */
function minutesLeft({ html, wordCount, readingMinutes }: Story) {
  const shown = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(readingMinutes * (1 - Math.min(1, shown / Math.max(1, wordCount)))))
}
