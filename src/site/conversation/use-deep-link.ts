import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { useApi } from '#site/page.ts'
import type { Conversation } from './context.ts'
import { idOfResponse } from './place.ts'
import { find, threadOf, withReplies } from './state.ts'

/** A thread longer than this is not unrolled to its end for one reply. */
const MOST_PAGES = 40

/** Brings the response that the address leads to before the reader, also when it stands deep in a long thread. */
export function useDeepLink(conversation: Conversation) {
  const api = useApi()
  const arrivedBy = useNavigationType()
  const done = useRef('')

  useEffect(() => {
    const { at, now, change } = conversation
    if (at === null || done.current === at) return
    done.current = at

    async function unroll(id: string) {
      const thread = now().items[0]
      if (!thread) return
      let next = thread.replies.next
      for (let page = 0; page < MOST_PAGES && next !== null; page++) {
        const parent = thread.response.id
        const query = { before: next, limit: 50 }
        const replies = await api('GET /api/responses/{id}/replies', { params: { id: parent }, query })
        change((talk) => (threadOf(talk, parent) ? withReplies(talk, parent, replies) : talk))
        if (replies.items.some((reply) => reply.id === id)) return requestAnimationFrame(() => show(id))
        next = replies.next
      }
    }

    if (!find(now(), at)) void unroll(at).catch(() => {})
    // On the first page, and on the way back, the browser has done it.
    else if (arrivedBy !== NavigationType.Pop) show(at)
  }, [api, arrivedBy, conversation])
}

function show(id: string) {
  const element = document.getElementById(idOfResponse(id))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
