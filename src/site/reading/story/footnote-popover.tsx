import { useEffect, useRef, useState } from 'react'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { opensElsewhere, storyText } from '#site/stories/story-element.ts'

type Shown = { mark: HTMLAnchorElement; number: string; html: string }

/** Shows a footnote next to its mark. Without scripts the link to it works. */
export function FootnotePopover() {
  const [shown, setShown] = useState<Shown | null>(null)
  const popover = useRef<HTMLElement>(null)
  useFloatingPosition(popover, { at: () => shown?.mark ?? null, placement: 'bottom', when: shown })

  useEffect(() => {
    const text = storyText()
    const open = (event: MouseEvent) => {
      const note = opensElsewhere(event) ? null : noteOf(event.target)
      if (!note) return
      event.preventDefault()
      setShown(note)
    }
    text?.addEventListener('click', open)
    return () => text?.removeEventListener('click', open)
  }, [])

  useEffect(() => {
    if (!shown || !popover.current) return
    // Returns keyboard focus to the mark on close.
    shown.mark.focus({ preventScroll: true })
    popover.current.showPopover()
    popover.current.focus({ preventScroll: true })
  }, [shown])

  if (!shown) return null
  const { lang, dir } = storyText() ?? { lang: 'en', dir: 'ltr' }
  return (
    <section
      key={shown.number}
      ref={popover}
      popover="auto"
      aria-label={`Footnote ${shown.number}`}
      tabIndex={0}
      lang={lang}
      dir={dir}
      onToggle={({ newState }) => newState === 'closed' && setShown(null)}
      className="footnote-popover absolute inset-auto m-0 max-h-[min(20rem,var(--room,20rem))] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border-0 bg-white px-4 py-3 font-serif text-base text-gray-900 shadow-float ring-1 ring-gray-200"
      // The footnote's HTML without its back link.
      dangerouslySetInnerHTML={{ __html: shown.html }}
    />
  )
}

function noteOf(target: EventTarget | null): Shown | null {
  const mark = target instanceof Element ? target.closest<HTMLAnchorElement>('a[role="doc-noteref"]') : null
  const note = mark && document.getElementById(mark.hash.slice(1))?.cloneNode(true)
  if (!mark || !(note instanceof HTMLElement)) return null
  note.querySelector('[role="doc-backlink"]')?.remove()
  return { mark, number: mark.textContent ?? '', html: note.innerHTML }
}
