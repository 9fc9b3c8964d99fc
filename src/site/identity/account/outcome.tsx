import { useEffect, useRef } from 'react'
import { Banner } from '#site/ui/banner.tsx'

/** `takesFocus`: for actions whose button is gone afterwards. */
type Props = { problem: string | null; done: string | null; takesFocus?: boolean }

/** The result of an action, shown below its button. */
export function Outcome({ problem, done, takesFocus = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const said = problem ?? done
  useEffect(() => {
    if (takesFocus && said) box.current?.focus()
  }, [takesFocus, said])
  if (!said) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone={problem ? 'danger' : 'success'}>{said}</Banner>
    </div>
  )
}
