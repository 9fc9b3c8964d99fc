import type { Editor } from '@tiptap/core'
import { type PositionedBlock, moveBlockTo } from './block-commands.ts'
import { dispatchUndoStep } from './undo-step.ts'

/** Where a dragged block would go: before the block of this index, and the height of its line in the window. */
type DropTarget = { index: number; y: number }

type Options = {
  /** The line to show, or null where a drop would change nothing. */
  onTarget(y: number | null): void
  onMoved(): void
  onEnd(): void
}

/**
 * Drags a block between the blocks of the story. The pointer may be anywhere beside or over a block, so the whole window
 * listens: the handle is outside the text, where ProseMirror's own drop does not work. Returns a function that cancels
 * the drag.
 */
export function dragBlock(editor: Editor, dragged: PositionedBlock, { onTarget, onMoved, onEnd }: Options) {
  const stop = new AbortController()
  const { signal } = stop
  const targetOf = ({ clientY }: DragEvent) => {
    const target = findDropTarget(editor, clientY)
    return target && moveBlockTo(editor.state, dragged, target.index) ? target : null
  }
  const take = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const over = (event: DragEvent) => {
    take(event)
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
    onTarget(targetOf(event)?.y ?? null)
  }
  const drop = (event: DragEvent) => {
    take(event)
    const target = targetOf(event)
    const tr = target && moveBlockTo(editor.state, dragged, target.index)
    end()
    if (!tr) return
    dispatchUndoStep(editor.view, tr)
    editor.view.focus()
    onMoved()
  }
  const end = () => {
    stop.abort()
    onTarget(null)
    onEnd()
  }
  addEventListener('dragenter', take, { capture: true, signal })
  addEventListener('dragover', over, { capture: true, signal })
  addEventListener('drop', drop, { capture: true, signal })
  addEventListener('dragend', end, { capture: true, signal })
  return () => stop.abort()
}

/** Pixels between the line and the first or last block. */
const GAP = 6

/** Binary search: a long story has thousands of blocks. */
function findDropTarget(editor: Editor, y: number): DropTarget | null {
  const positions: number[] = []
  editor.state.doc.forEach((_, pos) => void positions.push(pos))
  const boxOf = (index: number) => {
    const pos = positions[index]
    const dom = pos === undefined ? null : editor.view.nodeDOM(pos)
    return dom instanceof Element ? dom.getBoundingClientRect() : null
  }
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const box = boxOf(middle)
    if (!box) return null
    if (y < (box.top + box.bottom) / 2) high = middle
    else low = middle + 1
  }
  const [above, below] = [boxOf(low - 1), boxOf(low)]
  if (above && below) return { index: low, y: (above.bottom + below.top) / 2 }
  if (below) return { index: low, y: below.top - GAP }
  return above && { index: low, y: above.bottom + GAP }
}
