import { redirect } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { Story, StoryCard } from '#contract/reading.ts'
import { type ConversationLocation, parseLocation } from '#site/conversation/location.ts'
import type { Api, DataArgs } from '#site/page.ts'
import { markHtml } from '#site/page-data.ts'

export async function storyData({ api, params, query }: DataArgs) {
  const ref = params['article'] ?? ''
  const place = parseLocation(query)
  const [story, asked, beside] = await Promise.all([
    api('GET /api/stories/{ref}', { params: { ref } }),
    threads(api, ref, place).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    ),
    // An old slug redirects; the rest is loaded there.
    api('GET /api/stories/{ref}/beside', { params: { ref } }).catch(() => nothing),
  ])
  // The slug has changed.
  if (ref !== story.slug && ref !== story.id) throw redirect(`/story/${encodeURIComponent(story.slug)}`, 301)
  // An old slug has none yet; other errors fail the page.
  if (!('page' in asked) && !isSwitchedOff(asked.error)) throw asked.error
  const { related, byAuthor, next } = beside
  return {
    story: markHtml(story),
    /** Null when responses are switched off for the whole site. */
    responses: 'page' in asked ? { ...asked.page, ...place } : null,
    minutesLeft: story.walled ? minutesLeft(story) : null,
    beside: { related: related.map(small), byAuthor: byAuthor.map(small), next: next && small(next) },
  }
}

export type StoryData = Awaited<ReturnType<typeof storyData>>

/** An invalid cursor shows the first page. */
async function threads(api: Api, ref: string, { sort, before, at }: ConversationLocation) {
  const first = () => api('GET /api/stories/{ref}/responses', { params: { ref }, query: { sort } })
  if (before === null && at === null) return first()
  const query = { sort, ...(before && { before }), ...(at && { at }) }
  return api('GET /api/stories/{ref}/responses', { params: { ref }, query }).catch(first)
}

function isSwitchedOff(error: unknown) {
  return error instanceof Refusal && error.code === 'feature-off'
}

const nothing = { related: [], byAuthor: [], next: null }

/** The fields of a small card. */
function small({ id, slug, title, subtitle, language, cover, author, readingMinutes, forMembers, saved }: StoryCard) {
  return { id, slug, title, subtitle, language, cover, author: author.name, readingMinutes, forMembers, saved }
}
export type SmallCard = ReturnType<typeof small>

/** The reading time beyond the preview. */
function minutesLeft({ html, wordCount, readingMinutes }: Story) {
  const shown = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(readingMinutes * (1 - Math.min(1, shown / Math.max(1, wordCount)))))
}
