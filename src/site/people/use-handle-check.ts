import { useEffect, useState } from 'react'
import { handleOf } from '#site/identity/sign-in/handle-field.tsx'
import { useApi } from '#site/page.ts'

const PATIENCE_MS = 300
const SHORTEST = 3

/** What is known of the handle that is being typed. Nothing, while it is one's own or could not be asked for. */
export type HandleState = 'asking' | 'free' | 'taken' | null

/** Asks whether a handle can be had, a moment after the last letter. */
export function useHandleCheck(own: string) {
  const api = useApi()
  const [handle, setHandle] = useState(own)
  const [known, setKnown] = useState<{ handle: string; free: boolean } | null>(null)
  const asks = handle !== own && handle.length >= SHORTEST

  useEffect(() => {
    if (!asks) return undefined
    let stale = false
    const timer = setTimeout(() => {
      api('GET /api/handles/{handle}', { params: { handle } }).then(
        ({ free }) => {
          if (!stale) setKnown({ handle, free })
        },
        // The server says it again when the form is sent.
        () => setKnown(null),
      )
    }, PATIENCE_MS)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [api, asks, handle])

  const state: HandleState = !asks ? null : known?.handle !== handle ? 'asking' : known.free ? 'free' : 'taken'
  return { state, onTyped: (typed: string) => setHandle(handleOf(typed)) }
}
