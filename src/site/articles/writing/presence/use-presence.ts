import { useEffect, useState } from 'react'
import { PRESENCE_RENEWED_MS } from '#contract/constants.ts'
import type { PersonCard } from '#contract/people.ts'
import { useApi } from '#site/page.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import { newId } from '#site/articles/writing/saving/ids.ts'

const none: PersonCard[] = []

/**
 * The other people who have this draft open, while it can be edited here. They see the viewer in the same way. What they
 * save reaches the engine at once.
 */
export function usePresence(articleId: string, engine: Engine | null, active: boolean): readonly PersonCard[] {
  const api = useApi()
  const [people, setPeople] = useState<readonly PersonCard[]>(none)
  const watching = active && engine !== null

  useEffect(() => {
    if (!watching || typeof EventSource === 'undefined') return undefined
    const client = newId()
    let stops: (() => void)[] = []
    let left = false
    import('#site/live/live.ts').then(
      ({ onLive, watchDraft }) => {
        if (left) return
        stops = [
          onLive('draft', (event) => {
            if (event.articleId === articleId) void engine.hear(event.version)
          }),
          onLive('presence', (event) => {
            if (event.articleId === articleId) setPeople(event.people)
          }),
          watchDraft(articleId, client),
        ]
      },
      // Without it, others are met when one of them saves.
      () => {},
    )
    const renew = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      // Without a network it is lost; the next one may arrive.
      api('PUT /api/articles/{id}/presence', { params: { id: articleId }, body: { client } }).catch(() => {})
    }, PRESENCE_RENEWED_MS)
    return () => {
      left = true
      clearInterval(renew)
      for (const stop of stops) stop()
      setPeople(none)
    }
  }, [api, articleId, engine, watching])

  return people
}
