import { type ComponentType, Suspense, lazy } from 'react'
import { whenTouched } from '#site/browser/when-touched.ts'

type Parts = typeof import('./parts.ts')

const onServer: Parts | null = import.meta.env.SSR ? await import('./parts.ts') : null

/**
 * A part that the server draws and that stays as it was sent, with links that work, until there is a sign of a reader.
 * Only then does the browser fetch the code to take it over.
 */
function late<Props extends object>(choose: (parts: Parts) => ComponentType<Props>) {
  const Part = onServer
    ? choose(onServer)
    : lazy(async () => {
        // Whoever was led to the conversation has come for it.
        if (!location.hash.startsWith('#response')) await new Promise<void>((resolve) => whenTouched(resolve))
        return { default: choose(await import('./parts.ts')) }
      })
  return function LatePart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const Below = late((parts) => parts.Below)
export const ContentsAside = late((parts) => parts.ContentsAside)
export const ContentsDisclosure = late((parts) => parts.ContentsDisclosure)
export const StoryActions = late((parts) => parts.StoryActions)
