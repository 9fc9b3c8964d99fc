import { useEffect, useState } from 'react'
import { storyText } from '#site/stories/story-text.ts'

/** The offset of the site's header. */
const REACHED_PX = 120

/** The ID of the current section's heading; null above the first. */
export function useCurrentSection(): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const headings = [...(storyText()?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])]
    const look = () =>
      setCurrent(headings.findLast((each) => each.getBoundingClientRect().top < REACHED_PX)?.id ?? null)
    look()
    // An observer, so that nothing is measured while scrolling between headings.
    const observer = new IntersectionObserver(look, { rootMargin: `-${REACHED_PX}px 0px 0px 0px` })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [])
  return current
}
