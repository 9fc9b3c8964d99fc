import { type ComponentType, type RefObject, Suspense, lazy, useEffect, useRef } from 'react'
import { LATE, loadForClicks, repeatClicks, whenTouched } from '#site/browser/first-input.ts'

type Parts = typeof import('./parts.ts')

const onServer: Parts | null = import.meta.env.SSR ? await import('./parts.ts') : null

let loading: Promise<Parts> | null = null

function loadParts() {
  loading ??= loadForClicks(() => import('./parts.ts'))
  return loading
}

/**
 * A part that the server draws and that stays as it was sent, with links that work, until there is a sign of a reader.
 * Only then does the browser fetch the code to take it over. Clicks that come before it are repeated.
 */
function late<Props extends object>(choose: (parts: Parts) => ComponentType<Props>) {
  const Part = onServer
    ? choose(onServer)
    : lazy(async () => {
        // Whoever was led to the conversation has come for it.
        if (!location.hash.startsWith('#response')) await new Promise<void>((resolve) => whenTouched(resolve))
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

/** Stands after the part, so that its effects have run. */
function Hydrated({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const part = place.current
    // Not inside of the effect: what a click does may render at once.
    if (part) queueMicrotask(() => repeatClicks(part))
  }, [place])
  return null
}

export const Below = late((parts) => parts.Below)
export const ContentsAside = late((parts) => parts.ContentsAside)
export const ContentsDisclosure = late((parts) => parts.ContentsDisclosure)
export const StoryActions = late((parts) => parts.StoryActions)
