import { useEffect, useState } from 'react'

const WAIT_MS = 200

/** What the server suggests for what is typed. An answer that comes late is not shown. */
export function useSuggestions<T>(
  words: string,
  ask: (words: string) => Promise<T[]>,
): { found: T[]; asking: boolean } {
  const [answer, setAnswer] = useState<{ to: string; found: T[] }>({ to: '', found: [] })
  const wanted = words.trim()
  useEffect(() => {
    if (wanted === '') return setAnswer({ to: '', found: [] })
    let current = true
    const timer = setTimeout(() => {
      ask(wanted).then(
        (found) => current && setAnswer({ to: wanted, found }),
        // Without suggestions one can still write the word oneself.
        () => current && setAnswer({ to: wanted, found: [] }),
      )
    }, WAIT_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // Whoever asks makes the function anew each time; the words alone decide.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted])
  return { found: wanted === '' ? [] : answer.found, asking: answer.to !== wanted }
}
