import type { StoryResponse, Thread } from '#contract/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'

/** The conversation as far as this browser has it. Threads that did not change stay the same object, so they are not drawn again. */
export type Talk = {
  items: Thread[]
  next: string | null
  count: number
  /** Threads of others that came while somebody reads: shown when asked for, so that nothing moves. */
  arrived: Thread[]
}

export function talkOf({ items, next, count }: PageOf<Thread> & { count: number }): Talk {
  // The reply that a link leads to comes with its thread, behind those that the thread begins with.
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

export function withPage(talk: Talk, page: PageOf<Thread> & { count: number }): Talk {
  const known = new Set(talk.items.map(({ response }) => response.id))
  const fresh = page.items.filter(({ response }) => !known.has(response.id))
  const listed = new Set(fresh.map(({ response }) => response.id))
  return {
    items: [...talk.items, ...fresh],
    next: page.next,
    count: page.count,
    arrived: talk.arrived.filter(({ response }) => !listed.has(response.id)),
  }
}

export function withReplies(talk: Talk, parent: string, page: PageOf<StoryResponse>): Talk {
  return changeThread(talk, parent, ({ response, replies }) => {
    const known = new Set(replies.items.map(({ id }) => id))
    const items = oldestFirst([...replies.items, ...page.items.filter(({ id }) => !known.has(id))])
    return { response, replies: { items, next: page.next } }
  })
}

/** One's own new response: a reply at the end of its thread, a thread above all that is not pinned. */
export function withOwn(talk: Talk, response: StoryResponse): Talk {
  if (find(talk, response.id)) return withChanged(talk, response)
  const counted = { ...talk, count: talk.count + (response.state === 'shown' ? 1 : 0) }
  return response.parent === null ? onTop(counted, [asThread(response)]) : append(counted, response, response.parent)
}

/** Somebody else's. A reply to a thread that is not unrolled only counts: it will come with those before it. */
export function withArrived(talk: Talk, response: StoryResponse): Talk {
  if (find(talk, response.id)) return withChanged(talk, response)
  if (response.parent === null) return { ...talk, arrived: [asThread(response), ...talk.arrived] }
  const thread = threadOf(talk, response.parent)
  if (!thread || thread.replies.next === null) return append(talk, response, response.parent)
  return changeThread(talk, response.parent, ({ response: first, replies }) => ({
    response: { ...first, replies: first.replies + 1 },
    replies,
  }))
}

export function withAllArrived(talk: Talk): Talk {
  return onTop({ ...talk, arrived: [] }, talk.arrived)
}

export function withChanged(talk: Talk, response: StoryResponse): Talk {
  return patched(talk, response.id, response)
}

export function patched(talk: Talk, id: string, patch: Partial<StoryResponse>): Talk {
  const change = (thread: Thread): Thread => {
    if (thread.response.id === id) return { ...thread, response: { ...thread.response, ...patch } }
    if (!thread.replies.items.some((reply) => reply.id === id)) return thread
    const items = thread.replies.items.map((reply) => (reply.id === id ? { ...reply, ...patch } : reply))
    return { ...thread, replies: { ...thread.replies, items } }
  }
  return { ...talk, items: talk.items.map(change), arrived: talk.arrived.map(change) }
}

/** Pinned it stands first, and no other is; one that no longer is stays where it was until the page is opened anew. */
export function withPin(talk: Talk, id: string, pinned: boolean): Talk {
  const items = talk.items.map((thread) => {
    const now = thread.response.id === id ? pinned : pinned ? false : thread.response.pinned
    return now === thread.response.pinned ? thread : { ...thread, response: { ...thread.response, pinned: now } }
  })
  if (!pinned) return { ...talk, items }
  const first = items.filter(({ response }) => response.id === id)
  return { ...talk, items: [...first, ...items.filter(({ response }) => response.id !== id)] }
}

/** What is left of a response that was deleted: its place. */
export function tombstoneOf(response: StoryResponse): StoryResponse {
  return {
    ...response,
    author: null,
    byStoryAuthor: false,
    state: 'deleted',
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

export function without(talk: Talk, id: string): Talk {
  const keep = (threads: Thread[]) =>
    threads
      .filter(({ response }) => response.id !== id)
      .map((thread) => {
        const items = thread.replies.items.filter((reply) => reply.id !== id)
        if (items.length === thread.replies.items.length) return thread
        const response = { ...thread.response, replies: Math.max(0, thread.response.replies - 1) }
        return { response, replies: { ...thread.replies, items } }
      })
  return { ...talk, items: keep(talk.items), arrived: keep(talk.arrived) }
}

export function find({ items, arrived }: Talk, id: string): StoryResponse | null {
  for (const { response, replies } of [...items, ...arrived]) {
    if (response.id === id) return response
    const reply = replies.items.find((one) => one.id === id)
    if (reply) return reply
  }
  return null
}

export function threadOf({ items, arrived }: Talk, id: string): Thread | null {
  return [...items, ...arrived].find(({ response }) => response.id === id) ?? null
}

function asThread(response: StoryResponse): Thread {
  return { response, replies: { items: [], next: null } }
}

function append(talk: Talk, reply: StoryResponse, parent: string): Talk {
  return changeThread(talk, parent, ({ response, replies }) => ({
    response: { ...response, replies: response.replies + 1 },
    replies: { ...replies, items: [...replies.items, reply] },
  }))
}

function onTop(talk: Talk, threads: Thread[]): Talk {
  const pinned = talk.items.filter(({ response }) => response.pinned)
  const others = talk.items.filter(({ response }) => !response.pinned)
  return { ...talk, items: [...pinned, ...threads, ...others] }
}

function changeThread(talk: Talk, id: string, change: (thread: Thread) => Thread): Talk {
  const one = (thread: Thread) => (thread.response.id === id ? change(thread) : thread)
  return { ...talk, items: talk.items.map(one), arrived: talk.arrived.map(one) }
}
