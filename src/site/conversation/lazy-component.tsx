import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { toast } from '#site/ui/toast.tsx'

/** Loads the component when it is first rendered. Unlike React.lazy it needs no Suspense boundary and reports a failure as a toast. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let found: ComponentType<Props> | null = null
  return function Lazy(props: Props) {
    const [Part, setPart] = useState(() => found)
    useEffect(() => {
      if (found) return
      load().then(
        (part) => {
          found = part
          setPart(() => part)
        },
        () =>
          void toast({
            tone: 'danger',
            title: 'Couldn’t load this',
            description: 'Check your connection and try again.',
          }),
      )
    }, [])
    return Part ? <Part {...props} /> : waiting
  }
}
