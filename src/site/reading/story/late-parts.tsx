import { type ComponentType, type RefObject, Suspense, lazy, useEffect, useRef } from 'react'
import { LATE, loadForClicks, repeatClicks, whenTouched } from '#site/browser/first-input.ts'

type Parts = typeof import('./parts.ts')

const onServer: Parts | null = import.meta.env.SSR ? await import('./parts.ts') : null

let loading: Promise<Parts> | null = null

function loadParts() {
  loading ??= loadForClicks(() => import('./parts.ts'))
  return loading
}

/** A server-rendered part that is hydrated late, when its code is loaded. Earlier clicks are replayed. */
function late<Props extends object>(choose: (parts: Parts) => ComponentType<Props>, atOnce = false) {
  const Part = onServer
    ? choose(onServer)
    : lazy(async () => {
        // The others wait for the first user input, except in a deep link to the conversation.
        if (!atOnce && !location.hash.startsWith('#response'))
          await new Promise<void>((resolve) => whenTouched(resolve))
        return { default: choose(await loadParts()) }
      })
  return function LatePart(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    return (
      <div ref={place} className="contents" {...{ [LATE]: '' }}>
        <Suspense fallback={null}>
          <Part {...props} />
          <Hydrated place={place} />
        </Suspense>
      </div>
    )
  }
}

/** Rendered after the part, so that its effects have run. */
function Hydrated({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const part = place.current
    // Not inside of the effect: what a click does may render at once.
    if (part) queueMicrotask(() => repeatClicks(part))
  }, [place])
  return null
}

export const BelowStory = late((parts) => parts.BelowStory)
export const ContentsAside = late((parts) => parts.ContentsAside)
export const ContentsDisclosure = late((parts) => parts.ContentsDisclosure)
/** Starts with the page: members need not do anything to read on. */
export const MembersWall = late((parts) => parts.MembersWall, true)
export const StoryActions = late((parts) => parts.StoryActions)
