import type { StoryResponse, Thread } from '#contract/conversation/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'

/** The loaded part of the conversation. Unchanged threads keep their identity, so they are not re-rendered. */
export type ConversationState = {
  items: Thread[]
  next: string | null
  count: number
  /** New threads by others, shown on request so that the page does not move. */
  arrived: Thread[]
}

export function createState({ items, next, count }: PageOf<Thread> & { count: number }): ConversationState {
  // The linked reply comes last in its thread, out of order.
  const inOrder = items.map((thread) => ({
    ...thread,
    replies: { ...thread.replies, items: oldestFirst(thread.replies.items) },
  }))
  return { items: inOrder, next, count, arrived: [] }
}

function oldestFirst(replies: StoryResponse[]) {
  return replies.toSorted((one, other) =>
    one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0,
  )
}

export function withPage(state: ConversationState, page: PageOf<Thread> & { count: number }): ConversationState {
  const known = new Set(state.items.map(({ response }) => response.id))
  const fresh = page.items.filter(({ response }) => !known.has(response.id))
  const listed = new Set(fresh.map(({ response }) => response.id))
  return {
    items: [...state.items, ...fresh],
    next: page.next,
    count: page.count,
    arrived: state.arrived.filter(({ response }) => !listed.has(response.id)),
  }
}

export function withReplies(state: ConversationState, parent: string, page: PageOf<StoryResponse>): ConversationState {
  return changeThread(state, parent, ({ response, replies }) => {
    const known = new Set(replies.items.map(({ id }) => id))
    const items = oldestFirst([...replies.items, ...page.items.filter(({ id }) => !known.has(id))])
    return { response, replies: { items, next: page.next } }
  })
}

/** The viewer's own new response: a reply goes to the end of its thread, a thread to the top below the pinned one. */
export function withOwn(state: ConversationState, response: StoryResponse): ConversationState {
  if (find(state, response.id)) return withChanged(state, response)
  const counted = { ...state, count: state.count + (response.state === 'shown' ? 1 : 0) }
  return response.parent === null ? onTop(counted, [asThread(response)]) : append(counted, response, response.parent)
}

/** A reply to a thread with unloaded replies only increases the count: it loads with them. */
export function withArrived(state: ConversationState, response: StoryResponse): ConversationState {
  if (find(state, response.id)) return withChanged(state, response)
  if (response.parent === null) return { ...state, arrived: [asThread(response), ...state.arrived] }
  const thread = threadOf(state, response.parent)
  if (!thread || thread.replies.next === null) return append(state, response, response.parent)
  return changeThread(state, response.parent, ({ response: first, replies }) => ({
    response: { ...first, replies: first.replies + 1 },
    replies,
  }))
}

export function withAllArrived(state: ConversationState): ConversationState {
  return onTop({ ...state, arrived: [] }, state.arrived)
}

export function withChanged(state: ConversationState, response: StoryResponse): ConversationState {
  return patched(state, response.id, response)
}

export function patched(state: ConversationState, id: string, patch: Partial<StoryResponse>): ConversationState {
  const change = (thread: Thread): Thread => {
    if (thread.response.id === id) return { ...thread, response: { ...thread.response, ...patch } }
    if (!thread.replies.items.some((reply) => reply.id === id)) return thread
    const items = thread.replies.items.map((reply) => (reply.id === id ? { ...reply, ...patch } : reply))
    return { ...thread, replies: { ...thread.replies, items } }
  }
  return { ...state, items: state.items.map(change), arrived: state.arrived.map(change) }
}

/** The pinned thread moves to the top and replaces another pin. An unpinned thread stays in place until reload. */
export function withPin(state: ConversationState, id: string, pinned: boolean): ConversationState {
  const items = state.items.map((thread) => {
    const now = thread.response.id === id ? pinned : pinned ? false : thread.response.pinned
    return now === thread.response.pinned ? thread : { ...thread, response: { ...thread.response, pinned: now } }
  })
  if (!pinned) return { ...state, items }
  const first = items.filter(({ response }) => response.id === id)
  return { ...state, items: [...first, ...items.filter(({ response }) => response.id !== id)] }
}

export function tombstoneOf(response: StoryResponse): StoryResponse {
  return {
    ...response,
    author: null,
    byStoryAuthor: false,
    state: 'deleted',
    heldFor: null,
    hiddenAs: null,
    text: '',
    pieces: [],
    likes: 0,
    liked: false,
    pinned: false,
    editedAt: null,
    editableUntil: null,
    can: { edit: false, delete: false, reply: false, pin: false, hide: false, approve: false, report: false },
  }
}

export function without(state: ConversationState, id: string): ConversationState {
  const keep = (threads: Thread[]) =>
    threads
      .filter(({ response }) => response.id !== id)
      .map((thread) => {
        const items = thread.replies.items.filter((reply) => reply.id !== id)
        if (items.length === thread.replies.items.length) return thread
        const response = { ...thread.response, replies: Math.max(0, thread.response.replies - 1) }
        return { response, replies: { ...thread.replies, items } }
      })
  return { ...state, items: keep(state.items), arrived: keep(state.arrived) }
}

export function find({ items, arrived }: ConversationState, id: string): StoryResponse | null {
  for (const { response, replies } of [...items, ...arrived]) {
    if (response.id === id) return response
    const reply = replies.items.find((one) => one.id === id)
    if (reply) return reply
  }
  return null
}

function threadOf({ items, arrived }: ConversationState, id: string): Thread | null {
  return [...items, ...arrived].find(({ response }) => response.id === id) ?? null
}

function asThread(response: StoryResponse): Thread {
  return { response, replies: { items: [], next: null } }
}

function append(state: ConversationState, reply: StoryResponse, parent: string): ConversationState {
  return changeThread(state, parent, ({ response, replies }) => ({
    response: { ...response, replies: response.replies + 1 },
    replies: { ...replies, items: [...replies.items, reply] },
  }))
}

function onTop(state: ConversationState, threads: Thread[]): ConversationState {
  const pinned = state.items.filter(({ response }) => response.pinned)
  const others = state.items.filter(({ response }) => !response.pinned)
  return { ...state, items: [...pinned, ...threads, ...others] }
}

function changeThread(state: ConversationState, id: string, change: (thread: Thread) => Thread): ConversationState {
  const one = (thread: Thread) => (thread.response.id === id ? change(thread) : thread)
  return { ...state, items: state.items.map(one), arrived: state.arrived.map(one) }
}
