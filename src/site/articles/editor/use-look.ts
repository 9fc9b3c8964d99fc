import { useEffect, useState } from 'react'
import type { LookedUp } from '#contract/links.ts'
import { useApi } from '#site/page.ts'

export type Look = { state: 'none' | 'looking' | 'failed' } | { state: 'seen'; page: LookedUp }

/** Who only passes a link with the caret does not ask about it. */
const PAUSE_MS = 400
const seen = new Map<string, Promise<LookedUp>>()

/** What is at an address. Each is asked about once while the page is open, unless nobody answered. */
export function useLook(address: string): Look {
  const api = useApi()
  const [look, setLook] = useState<Look & { of?: string }>({ state: 'none' })
  const isPage = /^https?:\/\//i.test(address) && URL.canParse(address)
  useEffect(() => {
    if (!isPage) return
    let gone = false
    const ask = async () => {
      const asked = seen.get(address) ?? api('POST /api/links/look', { body: { address } })
      seen.set(address, asked)
      try {
        const page = await asked
        if (!gone) setLook({ state: 'seen', page, of: address })
      } catch {
        // The link works without its preview; the next look asks again.
        seen.delete(address)
        if (!gone) setLook({ state: 'failed', of: address })
      }
    }
    const timer = setTimeout(() => void ask(), seen.has(address) ? 0 : PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [address, isPage, api])
  if (!isPage) return { state: 'none' }
  return look.of === address ? look : { state: 'looking' }
}
