import type { ResponseSort } from '#contract/conversation.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'

/** Where in a conversation a page begins, as its address says. */
export type Place = { sort: ResponseSort; before: string | null; at: string | null }

export const sorts: readonly { sort: ResponseSort; name: string }[] = [
  { sort: 'best', name: 'Best' },
  { sort: 'newest', name: 'Newest' },
  { sort: 'oldest', name: 'Oldest' },
]

/** What an address asks for. What cannot be meant is as if it were not there. */
export function placeIn(query: Record<string, string>): Place {
  const sort = sorts.find((known) => known.sort === query['sort'])?.sort ?? 'best'
  const at = query['at'] ?? ''
  const before = query['responses'] ?? ''
  return {
    sort,
    at: /^[A-Za-z0-9]{20}$/.test(at) ? at : null,
    before: before !== '' && before.length <= 120 ? before : null,
  }
}

export const CONVERSATION_ID = 'responses'

export function pathOfPage(story: string, { sort, before }: Pick<Place, 'sort' | 'before'>) {
  return `${withQuery(story, { sort: sort === 'best' ? null : sort, responses: before })}#${CONVERSATION_ID}`
}

export const idOfResponse = (id: string) => `response-${id}`

/** What leads to one response, wherever in the conversation it stands. */
export function pathOfResponse(story: string, id: string) {
  return `${story}?at=${id}#${idOfResponse(id)}`
}
