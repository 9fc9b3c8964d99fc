import { useEffect } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import { Spinner } from '#site/ui/spinner.tsx'
import { type EditorUi, useEditorUi } from './editor-ui.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'

const SHOWN_MS = 12_000

/** Notices at the bottom of the screen, such as import progress, and announcements for screen readers. */
export function EditorNotices({ ui }: { ui: EditorUi }) {
  const notice = useEditorUi(ui, (state) => state.notice)
  const importing = useEditorUi(ui, (state) => state.importingPictures)
  const lift = useKeyboardHeight()
  const announcement = useEditorUi(ui, (state) => state.announcement)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => ui.set({ notice: null }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [ui, notice])
  const progress = importing === 1 ? 'Importing 1 picture…' : `Importing ${importing} pictures…`
  return (
    <>
      <output className="sr-only">{announcement}</output>
      <output
        style={{ transform: `translateY(${-lift}px)` }}
        className="pointer-events-none fixed inset-x-2 bottom-16 z-30 grid justify-items-center gap-2 font-sans"
      >
        {importing > 0 && (
          <p className={`flex items-center gap-2 px-4 py-2 text-sm ${popupLook}`}>
            <Spinner />
            {progress}
          </p>
        )}
        {notice && (
          <div className={`pointer-events-auto flex max-w-full items-center gap-1 py-1 ps-4 pe-1 text-sm ${popupLook}`}>
            <p>{notice.text}</p>
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
              onClick={() => ui.set({ notice: null })}
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
