import { type ComponentType, useEffect, useRef, useState } from 'react'
import { onShortcut, opensSearch } from '#site/browser/first-keys.ts'
import type { PaletteProps } from './palette.tsx'

/** Opens the palette: ⌘K or Ctrl+K anywhere, `/` outside text fields, and the search link in the header. */
export function PaletteKeys() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [open, setOpen] = useState(false)
  const from = useRef<HTMLElement | null>(null)

  useEffect(() => {
    function show(event: Event) {
      event.preventDefault()
      from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setOpen(true)
      // Loaded on first use. If that fails, falls back to the search page.
      import('./palette.tsx').then(
        (module) => setPalette(() => module.Palette),
        () => location.assign(document.querySelector<HTMLAnchorElement>('a[data-search]')?.href ?? location.href),
      )
    }
    function onKeyDown(event: KeyboardEvent) {
      if (!event.defaultPrevented && opensSearch(event)) show(event)
    }
    function onClick(event: MouseEvent) {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (plain && event.target instanceof Element && event.target.closest('a[data-search]')) show(event)
    }
    const stop = onShortcut(onKeyDown)
    // In the capture phase, before the router handles the click.
    document.addEventListener('click', onClick, true)
    return () => {
      stop()
      document.removeEventListener('click', onClick, true)
    }
  }, [])

  return Palette && <Palette open={open} onOpenChange={setOpen} from={from} />
}
