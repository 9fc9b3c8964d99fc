import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { popupLook } from '#site/ui/popup-styles.ts'
import { type LinkPlace, linkPlace, removeLink } from './link-edit.ts'
import { LinkForm } from './link-form.tsx'
import { LinkPreview } from './link-preview.tsx'
import { usePlace } from './place.ts'
import { useStored } from './store.ts'
import { ToolButton } from './style-buttons.tsx'
import type { Surface } from './surface.ts'

type Props = { editor: Editor; surface: Surface }

/** Beside a link: where it leads, with ways to open, change and remove it. Mod-K makes one. */
export function LinkBubble({ editor, surface }: Props) {
  const editing = useStored(surface, ({ panel }) => panel === 'link')
  const [put, setPut] = useState<string | null>(null)
  const { place, inLink } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const at = linkPlace(now)
      return { place: at, inLink: at.href !== '' && now.state.selection.empty && now.isFocused && now.isEditable }
    },
  })
  const here = `${place.from}-${place.href}`
  useEffect(() => {
    if (!inLink) setPut(null)
  }, [inLink])
  if (!editing && (!inLink || put === here)) return null
  return (
    <Bubble key={editing ? 'edit' : here} editor={editor} place={place}>
      {editing ? (
        <LinkForm editor={editor} place={place} onClose={() => surface.set({ panel: null })} />
      ) : (
        <Seen {...{ editor, surface, place }} onPutAway={() => setPut(here)} />
      )}
    </Bubble>
  )
}

type BubbleProps = { editor: Editor; place: LinkPlace; children: React.ReactNode }

function Bubble({ editor, place: { from, to }, children }: BubbleProps) {
  const bubble = useRef<HTMLElement>(null)
  usePlace(bubble, {
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

function Seen({ editor, surface, place, onPutAway }: Props & { place: LinkPlace; onPutAway(): void }) {
  useEffect(() => {
    const { dom } = editor.view
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onPutAway()
    dom.addEventListener('keydown', onKey)
    return () => dom.removeEventListener('keydown', onKey)
  })
  return (
    <>
      <div className="flex items-center gap-1">
        <p className="min-w-0 grow truncate text-sm text-gray-600" title={place.href}>
          {place.href}
        </p>
        <ToolButton label="Open the page in a new tab" icon="external-link" onPress={() => openPage(place.href)} />
        <ToolButton label="Change the link" icon="pencil" onPress={() => surface.set({ panel: 'link' })} />
        <ToolButton label="Remove the link" icon="unlink" onPress={() => removeLink(editor, place)} />
      </div>
      <LinkPreview address={place.href} />
    </>
  )
}

function openPage(address: string) {
  open(address, '_blank', 'noopener,noreferrer')
}
