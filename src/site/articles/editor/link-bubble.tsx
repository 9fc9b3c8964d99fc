import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { popupLook } from '#site/ui/popup-styles.ts'
import { type LinkRange, currentLink, removeLink } from './link-commands.ts'
import { LinkForm } from './link-form.tsx'
import { LinkPreview } from './link-preview.tsx'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { ToolButton } from './style-buttons.tsx'
import { type EditorUi, useEditorUi } from './editor-ui.ts'

type Props = { editor: Editor; ui: EditorUi }

/** Popup for the current link: preview, open, edit and remove. Mod-K opens the form. */
export function LinkBubble({ editor, ui }: Props) {
  const editing = useEditorUi(ui, ({ panel }) => panel === 'link')
  const [dismissed, setDismissed] = useState<string | null>(null)
  const { place, inLink } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const at = currentLink(now)
      return { place: at, inLink: at.href !== '' && now.state.selection.empty && now.isFocused && now.isEditable }
    },
  })
  const here = `${place.from}-${place.href}`
  useEffect(() => {
    if (!inLink) setDismissed(null)
  }, [inLink])
  if (!editing && (!inLink || dismissed === here)) return null
  return (
    <Bubble key={editing ? 'edit' : here} editor={editor} place={place}>
      {editing ? (
        <LinkForm editor={editor} place={place} onClose={() => ui.set({ panel: null })} />
      ) : (
        <LinkDetails {...{ editor, ui, place }} onDismiss={() => setDismissed(here)} />
      )}
    </Bubble>
  )
}

type BubbleProps = { editor: Editor; place: LinkRange; children: React.ReactNode }

function Bubble({ editor, place: { from, to }, children }: BubbleProps) {
  const bubble = useRef<HTMLElement>(null)
  useFloatingPosition(bubble, {
    at: () => ({ getBoundingClientRect: () => posToDOMRect(editor.view, from, to), contextElement: editor.view.dom }),
    placement: 'bottom-start',
    when: `${from}-${to}`,
  })
  return (
    <section
      ref={bubble}
      aria-label="Link"
      className={`absolute top-0 left-0 z-30 w-[min(22rem,calc(100vw-2rem))] p-3 font-sans ${popupLook}`}
    >
      {children}
    </section>
  )
}

function LinkDetails({ editor, ui, place, onDismiss }: Props & { place: LinkRange; onDismiss(): void }) {
  useEffect(() => {
    const { dom } = editor.view
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onDismiss()
    dom.addEventListener('keydown', onKey)
    return () => dom.removeEventListener('keydown', onKey)
  })
  return (
    <>
      <div className="flex items-center gap-1">
        <p className="min-w-0 grow truncate text-sm text-gray-600" title={place.href}>
          {place.href}
        </p>
        <ToolButton label="Open link in new tab" icon="external-link" onPress={() => openPage(place.href)} />
        <ToolButton label="Edit link" icon="pencil" onPress={() => ui.set({ panel: 'link' })} />
        <ToolButton label="Remove link" icon="unlink" onPress={() => removeLink(editor, place)} />
      </div>
      <LinkPreview address={place.href} />
    </>
  )
}

function openPage(address: string) {
  open(address, '_blank', 'noopener,noreferrer')
}
