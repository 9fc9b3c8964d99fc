import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'

/** Open here says nothing of the document: readers find every toggle closed. */
export function ToggleView({ editor, node, getPos, selectionInside = false }: ReactNodeViewProps) {
  const [open, setOpen] = useState(true)
  const shown = open || (selectionInside && inBody())
  const summary = node.firstChild?.textContent ?? ''

  function inBody() {
    const { $from } = editor.state.selection
    return (
      $from.depth > 0 &&
      Array.from({ length: $from.depth }, (_, up) => $from.node(up + 1)).includes(node.lastChild ?? node)
    )
  }

  function flip() {
    const at = getPos()
    // The caret must not stay in what is closed.
    if (shown && at !== undefined && inBody()) editor.commands.setTextSelection(at + (node.firstChild?.nodeSize ?? 1))
    setOpen(!shown)
  }

  return (
    <NodeViewWrapper className="story-toggle node-toggle" data-open={shown || undefined}>
      <button
        type="button"
        contentEditable={false}
        aria-expanded={shown}
        aria-label={`${shown ? 'Close' : 'Open'} ${summary || 'the toggle'}`}
        className="node-toggle-button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={flip}
      >
        <Icon name="chevron-right" size={18} />
      </button>
      <NodeViewContent className="node-content" />
    </NodeViewWrapper>
  )
}
