import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { toast } from '#site/ui/toast.tsx'

/** A part whose code comes when it is first shown, because somebody asked for it. */
export function onAsk<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) {
  let found: ComponentType<Props> | null = null
  return function Asked(props: Props) {
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
            title: 'That could not be loaded',
            description: 'You may be offline. Try again in a moment.',
          }),
      )
    }, [])
    return Part ? <Part {...props} /> : waiting
  }
}
