import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Thread } from '#contract/conversation/conversation.ts'
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
  const hydrating = useHydrating()
  const [state, setState] = useState<ConversationState>(() => {
    const saved = hydrating ? null : savedList<Thread>(id)
    // On back navigation, restores the pages loaded before.
    const longer = saved && saved.items.length > first.items.length ? { ...saved, count: first.count } : first
    return createState(longer)
  })
  const [progress, setProgress] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [autoLoadedPages, setAutoLoadedPages] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
    saveList(id, { items: state.items, next: state.next, autoLoaded: 0 })
  }, [id, state])

  const change = useCallback((step: (before: ConversationState) => ConversationState) => setState(step), [])
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
      announce: setAnnouncement,
    }),
    [storyId, slug, address, takesResponses, viewer, at, change],
  )

  async function loadMore(requested: boolean) {
    if (progress === 'loading' || state.next === null) return
    setProgress('loading')
    try {
      const query = { sort: first.sort, before: state.next }
      const page = await api('GET /api/stories/{ref}/responses', { params: { ref: storyId }, query })
      // A transition keeps scrolling responsive.
      startTransition(() => {
        change((before) => withPage(before, page))
        setProgress('idle')
        setAutoLoadedPages(requested ? 0 : autoLoadedPages + 1)
        setAnnouncement(`${page.items.length} more responses.`)
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
    announcement,
    loadMore,
    shouldLoadMore: progress === 'idle' && state.next !== null && autoLoadedPages < AUTO_PAGES,
  }
}
