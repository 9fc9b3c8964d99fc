import type { StoryResponse, Thread } from '#contract/conversation/conversation.ts'

let made = 0

const may = { edit: false, delete: false, reply: true, pin: false, hide: false, approve: false, report: true }

/** A valid id that contains a readable name. */
export const idFor = (name: string) =>
  name
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .padEnd(20, '0')
    .slice(0, 20)

/** A response as the API returns it. */
export function aResponse(text: string, given: Partial<StoryResponse> = {}): StoryResponse {
  made += 1
  return {
    id: idFor(`response${made}x`),
    parent: null,
    author: { id: idFor('maren'), handle: 'maren', name: 'Maren', about: '', avatar: null },
    byStoryAuthor: false,
    state: 'shown',
    heldFor: null,
    hiddenAs: null,
    text,
    pieces: [{ text }],
    likes: 0,
    liked: false,
    replies: 0,
    pinned: false,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, 0, made)).toISOString(),
    editedAt: null,
    editableUntil: null,
    can: may,
    ...given,
  }
}

export function aThread(text: string, given: Partial<StoryResponse> = {}, replies: StoryResponse[] = []): Thread {
  const response = aResponse(text, { replies: replies.length, ...given })
  const below = replies.map((reply) => ({ ...reply, parent: response.id }))
  return { response, replies: { items: below, next: null } }
}
