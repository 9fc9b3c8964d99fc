import type { Editor } from '@tiptap/core'
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps, useEditorState } from '@tiptap/react'
import { useState } from 'react'

/** The open state is local. Published toggles start closed. */
export function ToggleView({ editor, node, getPos }: ReactNodeViewProps) {
  const [open, setOpen] = useState(true)
  // The caret must not be in a closed toggle.
  const inBody = useEditorState({ editor, selector: () => isInBody(editor, getPos()) })
  if (inBody && !open) setOpen(true)
  const summary = node.firstChild?.textContent ?? ''

  function flip() {
    const at = getPos()
    if (open && inBody && at !== undefined) editor.commands.setTextSelection(at + (node.firstChild?.nodeSize ?? 1))
    setOpen(!open)
  }

  return (
    <NodeViewWrapper className="story-toggle edit-toggle" dir="auto" data-open={open || undefined}>
      <button
        type="button"
        contentEditable={false}
        aria-expanded={open}
        aria-label={`${open ? 'Collapse' : 'Expand'} ${summary || 'toggle'}`}
        className="edit-toggle-button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={flip}
      />
      <NodeViewContent className="edit-content" />
    </NodeViewWrapper>
  )
}

function isInBody({ state: { selection } }: Editor, at: number | undefined) {
  const { $from } = selection
  for (let depth = $from.depth; depth > 1; depth--) {
    if ($from.node(depth).type.name === 'toggleBody') return $from.before(depth - 1) === at
  }
  return false
}
