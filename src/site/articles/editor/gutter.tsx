import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { addBlock } from './add-block.ts'
import { blockElement, blockOf, caretInto, endDrag, startDrag } from './gutter-blocks.ts'
import { currentBlock } from './move-block.ts'
import type { Surface } from './surface.ts'
import { usePointedBlock } from './use-pointed-block.ts'

type Props = { editor: Editor; surface: Surface; dir: 'ltr' | 'rtl' }

const look =
  'grid h-8 w-6 place-items-center rounded-sm text-gray-500 transition-colors hover:bg-gray-100 hover:text-gray-900'

/** Beside the block that is pointed at, and beside an empty line one is in: add, and a handle to drag and to open its menu. */
export function Gutter({ editor, surface, dir }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const pointed = usePointedBlock(editor)
  const empty = useEditorState({ editor, selector: ({ editor: now }) => emptyLine(now) })
  const element = pointed ?? (empty === null ? null : blockElement(editor, empty))
  useLayoutEffect(() => {
    const surfaceBox = box.current?.offsetParent?.getBoundingClientRect()
    if (!box.current || !element || !surfaceBox) return
    const { top } = element.getBoundingClientRect()
    box.current.style.top = `${top - surfaceBox.top + lineOffset(element)}px`
  })
  if (!element || !editor.isEditable) return null

  const add = () => addBlock(editor, blockOf(editor, element))
  const openMenu = () => {
    const at = blockOf(editor, element)
    if (!at) return
    caretInto(editor, at)
    surface.set({ panel: 'block' })
  }
  return (
    <div ref={box} dir={dir} className="absolute -start-14 flex" data-gutter>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Add a block"
        title="Add a block"
        className={look}
        onMouseDown={(event) => event.preventDefault()}
        onClick={add}
      >
        <Icon name="plus" size={18} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        draggable
        aria-label="This block"
        aria-haspopup="menu"
        title="Drag to move, click for more"
        className={`${look} cursor-grab`}
        onClick={openMenu}
        onDragStart={({ dataTransfer }) => startDrag(editor, element, dataTransfer)}
        onDragEnd={() => endDrag(editor)}
      >
        <Icon name="grip-vertical" size={18} />
      </button>
    </div>
  )
}

/** Where the empty line one is in begins; null when one is elsewhere. */
function emptyLine({ state, isFocused }: Editor): number | null {
  const at = currentBlock(state)
  return isFocused && at?.node.type.name === 'paragraph' && at.node.content.size === 0 ? at.pos : null
}

/** From a block's top to the middle of its first line, less half of the buttons. */
function lineOffset(element: HTMLElement) {
  const { lineHeight, paddingTop } = getComputedStyle(element)
  const line = Number.parseFloat(lineHeight) || 32
  return Number.parseFloat(paddingTop) + (Math.min(line, 64) - 32) / 2
}
