import type { ListedResponse, ModerationCase } from '#contract/moderation/moderation.ts'

type Placed = Pick<ModerationCase, 'id'> & { story: ModerationCase['story'] | ListedResponse['story'] }

/** The story of a case, at its response. A story that is not published opens as a preview. */
export function storyPath({ id, story }: Placed) {
  if (!story) return '/admin/articles'
  if (!story.published) return `/admin/articles/preview/${story.id}`
  const [kind, response = ''] = id.split(':')
  const path = `/story/${encodeURIComponent(story.slug)}`
  return kind === 'response' ? `${path}?at=${response}#response-${response}` : path
}
