import { redirect } from 'react-router'
import type { DataArgs } from '#site/page.ts'

export async function storyData({ api, params }: DataArgs) {
  const ref = params['article'] ?? ''
  const [story, responses] = await Promise.all([
    api('GET /api/stories/{ref}', { params: { ref } }),
    api('GET /api/stories/{ref}/responses', { params: { ref } }),
  ])
  // Its address has changed since somebody wrote this one down.
  if (ref !== story.slug && ref !== story.id) throw redirect(`/story/${encodeURIComponent(story.slug)}`, 301)
  return { story, responses }
}
