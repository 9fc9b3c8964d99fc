import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 200

/** Debounced suggestions from the server. Stale responses are ignored. */
export function useSuggestions<T>(
  input: string,
  load: (input: string) => Promise<T[]>,
): { found: T[]; asking: boolean } {
  const [answer, setAnswer] = useState<{ to: string; found: T[] }>({ to: '', found: [] })
  const query = input.trim()
  useEffect(() => {
    if (query === '') return setAnswer({ to: '', found: [] })
    let current = true
    const timer = setTimeout(() => {
      load(query).then(
        (found) => current && setAnswer({ to: query, found }),
        // Suggestions are optional.
        () => current && setAnswer({ to: query, found: [] }),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // `load` is a new function on every render, so only the query is a dependency.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [query])
  return { found: query === '' ? [] : answer.found, asking: answer.to !== query }
}
