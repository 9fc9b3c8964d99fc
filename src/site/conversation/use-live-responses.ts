import { useCallback, useEffect, useRef } from 'react'
import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { useApi } from '#site/page.ts'
import type { Conversation } from './context.ts'
import { find, withArrived, withChanged, withOwn, without } from './state.ts'

type Live = LiveEvents['response']

/** Its author and the moderators. A response that is not on the page is not fetched. */
function canSeeHeld(response: StoryResponse | null, viewer: Viewer | null) {
  if (!response || !viewer) return false
  return response.author?.id === viewer.id || response.can.hide || response.can.approve
}

/** Applies live changes while the conversation is open. Returns the handler. */
export function useLiveResponses(conversation: Conversation, wanted: boolean) {
  const api = useApi()
  const waiting = useRef(new Map<string, Live>())
  const busy = useRef(false)

  const applyEvent = useCallback(
    async ({ id, change: kind, responses }: Live) => {
      const { state, change, deleting, announce, viewer } = conversation
      if (deleting.has(id)) return
      if (kind === 'gone' || (kind === 'held' && !canSeeHeld(find(state(), id), viewer))) {
        change((current) => ({ ...without(current, id), count: responses }))
        return
      }
      try {
        const response = await api('GET /api/responses/{id}', { params: { id } })
        const isNew = kind === 'new' && !find(state(), id)
        const isOwn = viewer !== null && response.author?.id === viewer.id
        const step = isOwn ? withOwn : isNew ? withArrived : withChanged
        change((current) => ({ ...step(current, response), count: responses }))
        if (!isNew || isOwn || !response.author) return
        announce(response.parent ? `New reply by ${response.author.name}.` : `New response by ${response.author.name}.`)
      } catch (error) {
        // Removes a response the viewer can no longer see; other errors resolve with the next event.
        if (error instanceof Refusal && error.code === 'not-found')
          change((current) => ({ ...without(current, id), count: responses }))
      }
    },
    [api, conversation],
  )

  /** Sequential; events of the same response are merged. */
  const apply = useCallback(
    async (event: Live) => {
      const before = waiting.current.get(event.id)
      const isStillNew = before?.change === 'new' && event.change === 'changed'
      waiting.current.set(event.id, isStillNew ? { ...event, change: 'new' } : event)
      if (busy.current) return
      busy.current = true
      for (const [id, next] of waiting.current) {
        waiting.current.delete(id)
        await applyEvent(next)
      }
      busy.current = false
    },
    [applyEvent],
  )

  const storyId = conversation.story.id
  useEffect(() => {
    if (!wanted) return undefined
    let stops: (() => void)[] = []
    let unmounted = false
    import('#site/live/live.ts').then(
      ({ onLiveEvent, watchStory }) => {
        if (!unmounted) stops = [onLiveEvent('response', (event) => void apply(event)), watchStory(storyId)]
      },
      // Without live updates the conversation stays as rendered.
      () => {},
    )
    return () => {
      unmounted = true
      for (const stop of stops) stop()
    }
  }, [wanted, storyId, apply])

  return apply
}
