import { useContext, useEffect, useSyncExternalStore } from 'react'
import { IconContext } from './icon-source.ts'

type Props = { name: string; size?: number; className?: string; label?: string }

/** An icon by name. Reserves its space while it loads. */
export function Icon({ name, size = 20, className = '', label }: Props) {
  const source = useContext(IconContext)
  const icon = useSyncExternalStore(
    source.subscribe,
    () => source.get(name),
    () => source.get(name),
  )
  useEffect(() => {
    if (!icon) source.request(name)
  }, [source, name, icon])
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${icon?.size ?? 24} ${icon?.size ?? 24}`}
      className={`shrink-0 ${className}`}
      {...(label ? { 'role': 'img', 'aria-label': label } : { 'aria-hidden': true })}
      // Safe: the SVG comes from our own icon route, which serves only the packaged set.
      dangerouslySetInnerHTML={{ __html: icon?.body ?? '' }}
    />
  )
}
