import { useEffect, useRef, useState } from 'react'
import type { ContentsItem } from '#contract/articles/articles.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Icon } from '#site/ui/icon.tsx'
import { useContents } from '#site/paywall/opened-part.ts'

const FEWEST = 3

type Props = { items: readonly ContentsItem[]; language: string }

/** The collapsible table of contents for small screens. */
export function ContentsDisclosure({ items: given, language }: Props) {
  const items = useContents(given)
  if (items.length < FEWEST) return null
  return (
    <details className="no-print contents-disclosure group mx-auto mt-8 max-w-reading border-y border-gray-200 xl:hidden">
      <summary className="flex min-h-11 list-none items-center gap-2 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <Icon name="list" size={18} />
        Contents
        <Icon name="chevron-down" size={18} className="ms-auto transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label="Contents" className="pb-3">
        <Entries items={items} language={language} />
      </nav>
    </details>
  )
}

/** The sticky table of contents beside the text, with the current section. */
export function ContentsAside({ items: given, language }: Props) {
  const items = useContents(given)
  const list = useRef<HTMLElement>(null)
  const current = useCurrentSection(items)
  useEffect(() => {
    if (current !== null) keepInView(list.current)
  }, [current])
  if (items.length < FEWEST) return null
  return (
    <div className="no-print absolute inset-y-0 end-full me-10 hidden w-52 xl:block">
      <nav
        aria-label="Contents"
        ref={list}
        className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto pe-1 pb-2 focus-within:z-2 focus-within:bg-white"
      >
        <p className="mb-1 text-sm font-semibold text-gray-900">Contents</p>
        <Entries items={items} language={language} current={current} />
      </nav>
    </div>
  )
}

/** Scrolls the list to the current section, never the page. */
function keepInView(list: HTMLElement | null) {
  const link = list?.querySelector('[aria-current]')
  if (!list || !link) return
  const [box, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  if (place.top < box.top) list.scrollBy({ top: place.top - box.top })
  else if (place.bottom > box.bottom) list.scrollBy({ top: place.bottom - box.bottom })
}

function Entries({ items, language, current = null }: Props & { current?: string | null }) {
  return (
    <ol className="text-sm" {...inLanguage(language)}>
      {items.map(({ id, level, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className={`contents-link block border-s-2 border-gray-200 py-2 wrap-anywhere text-gray-600 hover:text-gray-900 pointer-fine:py-1.5 ${level > 2 ? 'ps-6' : 'ps-3'}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** The offset of the site's header. */
const REACHED_PX = 120

/** The ID of the current section's heading; null above the first. */
function useCurrentSection(items: Props['items']): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const headings = items.flatMap(({ id }) => document.getElementById(id) ?? [])
    const look = () =>
      setCurrent(headings.findLast((each) => each.getBoundingClientRect().top < REACHED_PX)?.id ?? null)
    look()
    // An observer, so that nothing is measured while scrolling between headings.
    const observer = new IntersectionObserver(look, { rootMargin: `-${REACHED_PX}px 0px 0px 0px` })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [items])
  return current
}
