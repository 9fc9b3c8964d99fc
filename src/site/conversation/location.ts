import type { ResponseSort } from '#contract/conversation/conversation.ts'
import { isId } from '#contract/id.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'

/** Sort order and start of the list, from the URL. */
export type ConversationLocation = { sort: ResponseSort; before: string | null; at: string | null }

export const sorts: readonly { sort: ResponseSort; name: string }[] = [
  { sort: 'best', name: 'Best' },
  { sort: 'newest', name: 'Newest' },
  { sort: 'oldest', name: 'Oldest' },
]

/** Ignores invalid parameters. */
export function parseLocation(query: Record<string, string>): ConversationLocation {
  const sort = sorts.find((known) => known.sort === query['sort'])?.sort ?? 'best'
  const at = query['at'] ?? ''
  const before = query['responses'] ?? ''
  return {
    sort,
    at: isId(at) ? at : null,
    before: before !== '' && before.length <= 120 ? before : null,
  }
}

export const CONVERSATION_ID = 'responses'

export function pagePath(story: string, { sort, before }: Pick<ConversationLocation, 'sort' | 'before'>) {
  return `${withQuery(story, { sort: sort === 'best' ? null : sort, responses: before })}#${CONVERSATION_ID}`
}

export const responseElementId = (id: string) => `response-${id}`

export function responsePath(story: string, id: string) {
  return `${story}?at=${id}#${responseElementId(id)}`
}
