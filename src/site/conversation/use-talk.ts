import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Thread } from '#contract/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import { saveList, savedList } from '#site/infinite-list/saved-lists.ts'
import { useListId } from '#site/infinite-list/use-infinite-list.ts'
import { useHydrating } from '#site/infinite-list/use-hydrating.ts'
import { useApi, useShell } from '#site/page.ts'
import type { Conversation } from './context.ts'
import type { Place } from './place.ts'
import { type Talk, talkOf, withPage } from './state.ts'

/** After this many pages that came by themselves it asks, so that the foot of the page can be reached. */
const UNASKED = 5

export type Responses = PageOf<Thread> & { count: number } & Place

/** The conversation of an open story: what the page came with, and all that comes to it. */
export function useTalk(story: Conversation['story'], first: Responses) {
  const api = useApi()
  const { viewer } = useShell()
  const id = `${useListId()} responses`
  const takingOver = useHydrating()
  const [talk, setTalk] = useState<Talk>(() => {
    const kept = takingOver ? null : savedList<Thread>(id)
    // Whoever comes back finds it as far as they had it.
    const longer = kept && kept.items.length > first.items.length ? { ...kept, count: first.count } : first
    return talkOf(longer)
  })
  const [progress, setProgress] = useState<'resting' | 'loading' | 'failed'>('resting')
  const [unasked, setUnasked] = useState(0)
  const [said, setSaid] = useState('')
  const latest = useRef(talk)
  useEffect(() => {
    latest.current = talk
    saveList(id, { items: talk.items, next: talk.next, autoLoaded: 0 })
  }, [id, talk])

  const change = useCallback((step: (before: Talk) => Talk) => setTalk(step), [])
  const { id: storyId, slug, address, takesResponses } = story
  const { at } = first
  const conversation = useMemo(
    (): Conversation => ({
      story: { id: storyId, slug, address, takesResponses },
      path: `/story/${encodeURIComponent(slug)}`,
      viewer,
      at,
      now: () => latest.current,
      change,
      deleting: new Set(),
      say: setSaid,
    }),
    [storyId, slug, address, takesResponses, viewer, at, change],
  )

  async function more(asked: boolean) {
    if (progress === 'loading' || talk.next === null) return
    setProgress('loading')
    try {
      const query = { sort: first.sort, before: talk.next }
      const page = await api('GET /api/stories/{ref}/responses', { params: { ref: storyId }, query })
      // In small pieces: somebody may be scrolling.
      startTransition(() => {
        change((before) => withPage(before, page))
        setProgress('resting')
        setUnasked(asked ? 0 : unasked + 1)
        setSaid(`${page.items.length} more responses.`)
      })
    } catch {
      // The link to the next page stays, and can be pressed again.
      setProgress('failed')
    }
  }

  return {
    talk,
    conversation,
    progress,
    said,
    more,
    goesOn: progress === 'resting' && talk.next !== null && unasked < UNASKED,
  }
}
