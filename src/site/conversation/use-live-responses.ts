import { useCallback, useEffect, useRef } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { useApi } from '#site/page.ts'
import type { Conversation } from './context.ts'
import { find, withArrived, withChanged, withOwn, without } from './state.ts'

type Live = LiveEvents['response']

/** Hears of what happens below the story while it is open. Returns what takes in one piece of news. */
export function useLiveResponses(conversation: Conversation, wanted: boolean) {
  const api = useApi()
  const waiting = useRef(new Map<string, Live>())
  const busy = useRef(false)

  const takeIn = useCallback(
    async ({ id, change: kind, responses }: Live) => {
      const { now, change, deleting, say, viewer } = conversation
      if (deleting.has(id)) return
      try {
        const response = await api('GET /api/responses/{id}', { params: { id } })
        const isNew = kind === 'new' && !find(now(), id)
        const isOwn = viewer !== null && response.author?.id === viewer.id
        const step = isOwn ? withOwn : isNew ? withArrived : withChanged
        change((talk) => ({ ...step(talk, response), count: responses }))
        if (!isNew || isOwn || !response.author) return
        say(response.parent ? `New reply by ${response.author.name}.` : `New response by ${response.author.name}.`)
      } catch (error) {
        // What this viewer may not see any more leaves quietly; any other trouble is over with the next news.
        if (error instanceof Refusal && error.code === 'not-found')
          change((talk) => ({ ...without(talk, id), count: responses }))
      }
    },
    [api, conversation],
  )

  /** One after the other; of the same response, only the last news counts. */
  const apply = useCallback(
    async (event: Live) => {
      const before = waiting.current.get(event.id)
      waiting.current.set(event.id, before?.change === 'new' ? { ...event, change: 'new' } : event)
      if (busy.current) return
      busy.current = true
      for (const [id, next] of waiting.current) {
        waiting.current.delete(id)
        await takeIn(next)
      }
      busy.current = false
    },
    [takeIn],
  )

  const storyId = conversation.story.id
  useEffect(() => {
    if (!wanted) return undefined
    let stops: (() => void)[] = []
    let left = false
    import('#site/live/live.ts').then(
      ({ onLive, watchStory }) => {
        if (!left) stops = [onLive('response', (event) => void apply(event)), watchStory(storyId)]
      },
      // Without it the conversation is as the page came.
      () => {},
    )
    return () => {
      left = true
      for (const stop of stops) stop()
    }
  }, [wanted, storyId, apply])

  return apply
}
