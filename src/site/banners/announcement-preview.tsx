import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useShell } from '#site/page.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import type { AnnouncementDraft } from './announcement-draft.ts'

/** The announcement as a phone and a desktop show it. */
export function AnnouncementPreview({ draft }: { draft: AnnouncementDraft }) {
  const { text, tone, dismissible, label, link } = draft
  const action = label.trim() ? { label, link: link.trim() || '/' } : null
  const announcement = { text: text.trim() || 'Your announcement', tone, dismissible, action }
  return (
    <section aria-label="Preview" className="mt-6 grid grid-cols-1 gap-6">
      <Screen width={1280} name="Desktop">
        <AnnouncementBar announcement={announcement} />
      </Screen>
      <Screen width={390} name="Phone">
        <AnnouncementBar announcement={announcement} />
      </Screen>
    </section>
  )
}

/** Content as wide as on that screen, made smaller to fit. */
function Screen({ width, name, children }: { width: number; name: string; children: ReactNode }) {
  const { site } = useShell()
  const frame = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)

  useEffect(() => {
    const { current } = frame
    if (!current || !('ResizeObserver' in globalThis)) return undefined
    const observer = new ResizeObserver(() => setScale(Math.min(1, current.clientWidth / width)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [width])

  return (
    <figure className="min-w-0" style={{ maxWidth: width + 2 }}>
      <figcaption className="mb-1.5 text-sm text-gray-600">
        {name}, {width} pixels wide
      </figcaption>
      <div ref={frame} className="overflow-hidden rounded-md border border-gray-300">
        {/* Nothing in it can be used: it is a picture of the page. */}
        <div inert style={{ width, zoom: scale }}>
          {children}
          <div className="flex h-16 items-center justify-between border-b border-gray-200 bg-white px-5">
            <span className="truncate font-serif text-lg font-semibold">{site.name}</span>
            <span className="h-9 w-20 rounded-full bg-gray-200" />
          </div>
        </div>
      </div>
    </figure>
  )
}
