import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Thread } from '#contract/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import { saveList, savedList } from '#site/infinite-list/saved-lists.ts'
import { useListId } from '#site/infinite-list/use-infinite-list.ts'
import { useHydrating } from '#site/infinite-list/use-hydrating.ts'
import { useApi, useShell } from '#site/page.ts'
import type { Conversation } from './context.ts'
import type { ConversationLocation } from './location.ts'
import { type ConversationState, createState, withPage } from './state.ts'

/** Pages loaded automatically before a click is needed, so that the footer stays reachable. */
const AUTO_PAGES = 5

export type Responses = PageOf<Thread> & { count: number } & ConversationLocation

export function useConversationState(story: Conversation['story'], first: Responses) {
  const api = useApi()
  const { viewer } = useShell()
  const id = `${useListId()} responses`
  const takingOver = useHydrating()
  const [state, setTalk] = useState<ConversationState>(() => {
    const kept = takingOver ? null : savedList<Thread>(id)
    // On back navigation, restores the pages loaded before.
    const longer = kept && kept.items.length > first.items.length ? { ...kept, count: first.count } : first
    return createState(longer)
  })
  const [progress, setProgress] = useState<'resting' | 'loading' | 'failed'>('resting')
  const [unasked, setUnasked] = useState(0)
  const [said, setSaid] = useState('')
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
    saveList(id, { items: state.items, next: state.next, autoLoaded: 0 })
  }, [id, state])

  const change = useCallback((step: (before: ConversationState) => ConversationState) => setTalk(step), [])
  const { id: storyId, slug, address, takesResponses } = story
  const { at } = first
  const conversation = useMemo(
    (): Conversation => ({
      story: { id: storyId, slug, address, takesResponses },
      path: `/story/${encodeURIComponent(slug)}`,
      viewer,
      at,
      state: () => latest.current,
      change,
      deleting: new Set(),
      announce: setSaid,
    }),
    [storyId, slug, address, takesResponses, viewer, at, change],
  )

  async function more(asked: boolean) {
    if (progress === 'loading' || state.next === null) return
    setProgress('loading')
    try {
      const query = { sort: first.sort, before: state.next }
      const page = await api('GET /api/stories/{ref}/responses', { params: { ref: storyId }, query })
      // A transition keeps scrolling responsive.
      startTransition(() => {
        change((before) => withPage(before, page))
        setProgress('resting')
        setUnasked(asked ? 0 : unasked + 1)
        setSaid(`${page.items.length} more responses.`)
      })
    } catch {
      // The link to the next page stays for a retry.
      setProgress('failed')
    }
  }

  return {
    state,
    conversation,
    progress,
    said,
    more,
    goesOn: progress === 'resting' && state.next !== null && unasked < AUTO_PAGES,
  }
}
