import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { openSlashMenuInEmptyLine } from './slash-commands.ts'
import { dragBlock } from './block-drag.ts'
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
  const [dropHeight, setDropHeight] = useState<number | null>(null)
  const dragging = useRef(false)
  const cancelDrag = useRef<() => void>(null)
  useEffect(() => () => cancelDrag.current?.(), [])
  const hovered = useHoveredBlock(editor, dragging)
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
  const startDrag = (transfer: DataTransfer) => {
    const at = findBlockOf(editor, element)
    if (!at) return
    fillTransfer(editor, at, transfer)
    transfer.setDragImage(element, 0, 0)
    dragging.current = true
    cancelDrag.current = dragBlock(editor, at, {
      onTarget(y) {
        const container = box.current?.offsetParent?.getBoundingClientRect()
        setDropHeight(y === null || !container ? null : y - container.top)
      },
      onMoved: () => ui.announce('Block moved.'),
      onEnd() {
        dragging.current = false
      },
    })
  }
  return (
    <>
      {dropHeight !== null && <div className="edit-drop-line" style={{ top: dropHeight }} />}
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
          onDragStart={({ dataTransfer }) => startDrag(dataTransfer)}
        >
          <Icon name="grip-vertical" size={18} />
        </button>
      </div>
    </>
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

/** For a drop in another window. */
function fillTransfer({ view, state }: Editor, { pos }: PositionedBlock, transfer: DataTransfer) {
  const { dom, text } = view.serializeForClipboard(NodeSelection.create(state.doc, pos).content())
  transfer.clearData()
  transfer.setData('text/html', dom.innerHTML)
  transfer.setData('text/plain', text)
  transfer.effectAllowed = 'copyMove'
}
