import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { MembersPart } from '#contract/paywall.ts'
import type { Story } from '#contract/reading.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { useApi } from '#site/page.ts'
import { storyText } from '#site/stories/story-element.ts'
import { type Inserted, insertPart } from './insert-part.ts'
import { openedPart } from './opened-part.ts'
import { readGift } from './read-gift.ts'

export type Asked =
  | { state: 'before' | 'asking' | 'failed'; part: null }
  | { state: 'opening' | 'known'; part: MembersPart }
  | { state: 'open-failed'; part: MembersPart; error: unknown }

/** From the start on a page to its end. */
type Visit = { text: HTMLElement | null }

/** Asks for the members-only part after the page has started, and inserts it for readers who may read it. */
export function useMembersPart({ id }: Pick<Story, 'id'>) {
  const api = useApi()
  const gift = readGift(useLocation().search)
  const [asked, setAsked] = useState<Asked>({ state: 'before', part: null })
  const visit = useRef<Visit | null>(null)
  const inserted = useRef<Inserted | null>(null)

  const show = useCallback(
    ({ text }: Visit, part: MembersPart) => {
      setAsked({ state: 'known', part })
      if (!text || part.html === null || inserted.current) return
      inserted.current = insertPart(text, part.html, part.replacesPreview)
      openedPart.set({ storyId: id, contents: part.contents })
    },
    [id],
  )

  /** An answer may come when the reader is on another page already, or signed out. */
  const isOver = useCallback((asking: Visit) => visit.current !== asking || asking.text?.isConnected === false, [])

  const ask = useCallback(async () => {
    const asking = visit.current
    if (!asking) return
    setAsked({ state: 'asking', part: null })
    try {
      const part = await askFor(api, id, gift)
      if (!isOver(asking)) show(asking, part)
    } catch {
      if (!isOver(asking)) setAsked({ state: 'failed', part: null })
    }
  }, [api, id, gift, show, isOver])

  useEffect(() => {
    visit.current = { text: storyText() }
    void ask()
    return () => {
      visit.current = null
      inserted.current?.remove()
      inserted.current = null
      openedPart.set(null)
    }
  }, [ask])

  const open = async (part: MembersPart) => {
    const asking = visit.current
    if (!asking) return null
    setAsked({ state: 'opening', part })
    try {
      const opened = await api('POST /api/stories/{ref}/open', { params: { ref: id }, body: {} })
      if (isOver(asking)) return null
      show(asking, opened)
      return inserted.current?.first ?? null
    } catch (error) {
      // Another tab may have used the last free story.
      const now = await askFor(api, id, gift).catch(() => null)
      if (isOver(asking)) return null
      if (now && (now.html !== null || now.free?.left === 0)) show(asking, now)
      else setAsked({ state: 'open-failed', part, error })
      return null
    }
  }
  return { asked, gift, ask, open }
}

/** The first time in a tab, a gift link is counted as opened. */
function askFor(api: ReturnType<typeof useApi>, ref: string, gift: string | null): Promise<MembersPart> {
  if (gift === null) return api('GET /api/stories/{ref}/members-part', { params: { ref } })
  const read = () => api('GET /api/stories/{ref}/members-part', { params: { ref }, query: { gift } })
  const key = `bramble:gift:${gift}`
  if (readStored('sessionStorage', key) !== null) return read()
  writeStored('sessionStorage', key, '1')
  return api('POST /api/stories/{ref}/open', { params: { ref }, body: { gift } }).catch((error: unknown) => {
    // Not counted, such as for an admin who views the site as another person.
    if (error instanceof Refusal) return read()
    throw error
  })
}
