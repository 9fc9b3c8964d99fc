import { useEffect, useState } from 'react'
import { PRESENCE_RENEWED_MS } from '#contract/constants.ts'
import type { PersonCard } from '#contract/people.ts'
import { useApi } from '#site/page.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import { newId } from '#site/browser/new-id.ts'

const none: PersonCard[] = []

/**
 * Other people editing this draft. Announces the viewer to them, and passes the versions they save to the engine.
 */
export function usePresence(articleId: string, engine: Engine | null, active: boolean): readonly PersonCard[] {
  const api = useApi()
  const [people, setPeople] = useState<readonly PersonCard[]>(none)
  const watching = active && engine !== null

  useEffect(() => {
    if (!watching || typeof EventSource === 'undefined') return undefined
    const client = newId()
    let stops: (() => void)[] = []
    let isUnmounted = false
    import('#site/live/live.ts').then(
      ({ onLiveEvent, watchDraft }) => {
        if (isUnmounted) return
        stops = [
          onLiveEvent('draft', (event) => {
            if (event.articleId === articleId) void engine.mergeRemote(event.version)
          }),
          onLiveEvent('presence', (event) => {
            if (event.articleId === articleId) setPeople(event.people)
          }),
          watchDraft(articleId, client),
        ]
      },
      // Without live updates, changes by others are merged on the next save.
      () => {},
    )
    const renew = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      // A lost heartbeat is replaced by the next one.
      api('PUT /api/articles/{id}/presence', { params: { id: articleId }, body: { client } }).catch(() => {})
    }, PRESENCE_RENEWED_MS)
    return () => {
      isUnmounted = true
      clearInterval(renew)
      for (const stop of stops) stop()
      setPeople(none)
    }
  }, [api, articleId, engine, watching])

  return people
}
