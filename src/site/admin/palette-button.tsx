import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onShortcut, opensSearch } from '#site/browser/first-keys.ts'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { AdminPaletteProps } from './palette.tsx'

const ELSEWHERE = 'Ctrl K'
const subscribeToNothing = () => () => {}
const shortcutName = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : ELSEWHERE)

/** Opens the command palette: the button, ⌘K or Ctrl+K anywhere, `/` outside text fields. Its code is loaded on first use. */
export function AdminPaletteButton() {
  const [Palette, setPalette] = useState<ComponentType<AdminPaletteProps> | null>(null)
  const [open, setOpen] = useState(false)
  const shortcut = useSyncExternalStore(subscribeToNothing, shortcutName, () => ELSEWHERE)
  const from = useRef<HTMLElement | null>(null)

  const show = useCallback(() => {
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpen(true)
    import('./palette.tsx').then(
      (module) => setPalette(() => module.AdminPalette),
      () => void toast({ tone: 'danger', title: 'Search could not be loaded', description: 'Try again.' }),
    )
  }, [])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || !opensSearch(event)) return
      event.preventDefault()
      show()
    }
    return onShortcut(onKeyDown)
  }, [show])

  return (
    <>
      <button
        type="button"
        onClick={show}
        className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-gray-600 hover:bg-gray-100 sm:ring-1 sm:ring-gray-300 sm:ring-inset pointer-fine:min-h-9"
      >
        <Icon name="search" size={18} />
        <span className="max-sm:sr-only">Find…</span>
        <kbd
          aria-hidden
          className="rounded-sm border border-gray-300 bg-gray-50 px-1.5 font-mono text-xs max-sm:hidden"
        >
          {shortcut}
        </kbd>
      </button>
      {Palette && <Palette open={open} onOpenChange={setOpen} from={from} />}
    </>
  )
}
