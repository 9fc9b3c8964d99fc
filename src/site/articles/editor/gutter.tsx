import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { openSlashMenuInEmptyLine } from './slash-commands.ts'
import { type PositionedBlock, currentBlock } from './block-commands.ts'
import type { EditorUi } from './editor-ui.ts'
import { useHoveredBlock } from './use-hovered-block.ts'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

type Props = { editor: Editor; ui: EditorUi; dir: 'ltr' | 'rtl' }

const look =
  'grid h-8 w-6 place-items-center rounded-sm text-gray-500 transition-colors hover:bg-gray-100 hover:text-gray-900'

/** Add button and drag handle beside the hovered block, or beside the current empty paragraph. */
export function Gutter({ editor, ui, dir }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const hovered = useHoveredBlock(editor)
  const empty = useEditorState({ editor, selector: ({ editor: now }) => emptyLine(now) })
  const element = hovered ?? (empty === null ? null : blockElement(editor, empty))
  useLayoutEffect(() => {
    const containerBox = box.current?.offsetParent?.getBoundingClientRect()
    if (!box.current || !element || !containerBox) return
    const { top } = element.getBoundingClientRect()
    box.current.style.top = `${top - containerBox.top + lineOffset(element)}px`
  })
  if (!element || !editor.isEditable) return null

  const add = () => openSlashMenuInEmptyLine(editor, findBlockOf(editor, element))
  const openMenu = () => {
    const at = findBlockOf(editor, element)
    if (!at) return
    moveCaretInto(editor, at)
    ui.set({ panel: 'block' })
  }
  return (
    <div ref={box} dir={dir} className="absolute -start-14 flex" data-gutter>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Add block"
        title="Add block"
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
        aria-label="Block options"
        aria-haspopup="menu"
        title="Drag to move, click for options"
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

/** Position of the current empty paragraph, or null. */
function emptyLine({ state, isFocused }: Editor): number | null {
  const at = currentBlock(state)
  return isFocused && at?.node.type.name === 'paragraph' && at.node.content.size === 0 ? at.pos : null
}

/** Offset in pixels that centres the buttons on the block's first line. */
function lineOffset(element: HTMLElement) {
  const { lineHeight, paddingTop } = getComputedStyle(element)
  const line = Number.parseFloat(lineHeight) || 32
  return Number.parseFloat(paddingTop) + (Math.min(line, 64) - 32) / 2
}

function blockElement(editor: Editor, pos: number): HTMLElement | null {
  const dom = editor.view.nodeDOM(pos)
  return dom instanceof HTMLElement ? dom : null
}

/** Finds the block that an element renders, at its current position. */
function findBlockOf(editor: Editor, element: Element): PositionedBlock | null {
  let pos = 0
  for (const node of editor.state.doc.children) {
    if (editor.view.nodeDOM(pos) === element) return { pos, node }
    pos += node.nodeSize
  }
  return null
}

function moveCaretInto(editor: Editor, { pos, node }: PositionedBlock) {
  const { tr, doc } = editor.state
  const selection = node.isAtom ? NodeSelection.create(doc, pos) : TextSelection.near(doc.resolve(pos + 1))
  editor.view.dispatch(tr.setSelection(selection))
  editor.view.focus()
}

/** Starts a drag that ProseMirror handles like dragging a selection. */
function startDrag(editor: Editor, element: HTMLElement, transfer: DataTransfer) {
  const at = findBlockOf(editor, element)
  if (!at) return
  const { view, state } = editor
  const selection = NodeSelection.create(state.doc, at.pos)
  view.dispatch(state.tr.setSelection(selection))
  const slice = selection.content()
  const { dom, text } = view.serializeForClipboard(slice)
  transfer.clearData()
  transfer.setData('text/html', dom.innerHTML)
  transfer.setData('text/plain', text)
  transfer.effectAllowed = 'copyMove'
  transfer.setDragImage(element, 0, 0)
  view.dragging = { slice, move: true }
}

function endDrag({ view }: Editor) {
  view.dragging = null
}
