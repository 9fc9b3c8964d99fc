import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { useApi, useBoot } from '#site/page.ts'
import { type ActionLink, parseActionLink } from './action-link.ts'

export type Found = Reply<'POST /api/mailed/look'>
type Look = { at: 'reading' } | { at: 'refused'; error: unknown } | { at: 'found'; found: Found }

/**
 * Parses the emailed link in the URL and asks the server what its code is for. Done in an effect, so that mail
 * scanners that fetch the page do not touch the code. `link` is null until then.
 */
export function useActionLink() {
  const api = useApi()
  const boot = useBoot()
  const { search } = useLocation()
  const [link, setLink] = useState<ActionLink | null>(null)
  const [look, setLook] = useState<Look>({ at: 'reading' })

  const lookAt = useCallback(
    async (code: string) => {
      setLook({ at: 'reading' })
      try {
        setLook({ at: 'found', found: await api('POST /api/mailed/look', { body: { code } }) })
      } catch (error) {
        setLook({ at: 'refused', error })
      }
    },
    [api],
  )

  useEffect(() => {
    const read = parseActionLink(search, boot, location.origin)
    setLink(read)
    if (read.code) void lookAt(read.code)
  }, [search, boot, lookAt])

  return { link, look, lookAgain: () => void (link && lookAt(link.code)) }
}
