import { useEffect, useState } from 'react'
import { storyText } from './story-text.ts'

/** Where a heading counts as reached: below the site's header. */
const REACHED_PX = 120

/** The id of the heading below which one reads; null above the first. */
export function useCurrentSection(): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const headings = [...(storyText()?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])]
    const look = () =>
      setCurrent(headings.findLast((each) => each.getBoundingClientRect().top < REACHED_PX)?.id ?? null)
    look()
    // Only what crosses the line changes anything, so nothing is measured while one scrolls between headings.
    const observer = new IntersectionObserver(look, { rootMargin: `-${REACHED_PX}px 0px 0px 0px` })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [])
  return current
}
