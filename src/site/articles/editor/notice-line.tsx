import { useEffect } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import { Spinner } from '#site/ui/spinner.tsx'
import { useStored } from './store.ts'
import type { Surface } from './surface.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'

/** Long enough to read it and reach for its button. */
const SHOWN_MS = 12_000

/** A quiet word at the foot of the screen: pictures on their way, or a choice about what was just pasted. */
export function NoticeLine({ surface }: { surface: Surface }) {
  const notice = useStored(surface, (state) => state.notice)
  const bringing = useStored(surface, (state) => state.bringing)
  const lift = useKeyboardHeight()
  const said = useStored(surface, (state) => state.said)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => surface.set({ notice: null }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [surface, notice])
  const coming = bringing === 1 ? '1 picture is being brought over' : `${bringing} pictures are being brought over`
  return (
    <>
      <output className="sr-only">{said}</output>
      <output
        style={{ transform: `translateY(${-lift}px)` }}
        className="pointer-events-none fixed inset-x-2 bottom-16 z-30 grid justify-items-center gap-2 font-sans"
      >
        {bringing > 0 && (
          <p className={`flex items-center gap-2 px-4 py-2 text-sm ${popupLook}`}>
            <Spinner />
            {coming}
          </p>
        )}
        {notice && (
          <div className={`pointer-events-auto flex max-w-full items-center gap-1 py-1 ps-4 pe-1 text-sm ${popupLook}`}>
            <p>{notice.words}</p>
            {notice.action && (
              <Button
                tone="plain"
                size="sm"
                onMouseDown={(event) => event.preventDefault()}
                onClick={notice.action.run}
              >
                {notice.action.label}
              </Button>
            )}
            <button
              type="button"
              aria-label="Close"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => surface.set({ notice: null })}
              className="grid size-11 shrink-0 place-items-center rounded-full text-gray-600 hover:bg-gray-100 pointer-fine:size-9"
            >
              <Icon name="x" size={16} />
            </button>
          </div>
        )}
      </output>
    </>
  )
}
