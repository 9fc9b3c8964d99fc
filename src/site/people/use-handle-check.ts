import { useEffect, useState } from 'react'
import { type HandleState, normalizeHandle } from '#site/identity/sign-in/handle-field.tsx'
import { useApi } from '#site/page.ts'

const DEBOUNCE_MS = 300
const MIN_LENGTH = 3

/** Checks availability while typing, debounced. */
export function useHandleCheck(own: string, typed: string): HandleState {
  const api = useApi()
  const handle = normalizeHandle(typed)
  const [known, setKnown] = useState<{ handle: string; free: boolean } | null>(null)
  const shouldCheck = handle !== own && handle.length >= MIN_LENGTH

  useEffect(() => {
    if (!shouldCheck) return undefined
    let stale = false
    const timer = setTimeout(() => {
      api('GET /api/handles/{handle}', { params: { handle } }).then(
        ({ free }) => {
          if (!stale) setKnown({ handle, free })
        },
        // The server checks again on submit.
        () => setKnown(null),
      )
    }, DEBOUNCE_MS)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [api, shouldCheck, handle])

  if (!shouldCheck) return null
  return known?.handle !== handle ? 'asking' : known.free ? 'free' : 'taken'
}
