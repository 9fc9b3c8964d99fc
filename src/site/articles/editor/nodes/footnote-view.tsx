import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { changeNode, leaveNode, removeNode } from './change-node.ts'
import { MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { NodePopover } from './node-popover.tsx'
import { handleUndoKeys } from './block-text-field.tsx'
import { useFieldValue, usePopoverOpen } from './node-hooks.ts'

/** The number comes from a CSS counter, so it follows document order. */
export function FootnoteView({ editor, node, getPos }: ReactNodeViewProps) {
  const written = String(node.attrs['text'])
  const [text, setText] = useFieldValue(written, (next) => changeNode(editor, getPos, { text: next }))
  const [open, setOpen] = usePopoverOpen(editor, getPos)

  function close(back: boolean) {
    setOpen(false)
    if (written.trim() === '') removeNode(editor, getPos)
    else if (back) leaveNode(editor, getPos)
  }

  return (
    <NodeViewWrapper as="sup" className="story-note">
      <NodePopover
        open={open}
        onOpenChange={(next, back) => (next ? setOpen(true) : close(back))}
        title="Footnote"
        trigger={
          <button
            type="button"
            data-node-open=""
            aria-label={`Footnote: ${written || 'empty'}`}
            disabled={!editor.isEditable}
            className="edit-footnote"
          />
        }
      >
        <textarea
          aria-label="Footnote"
          dir="auto"
          rows={3}
          maxLength={MAX_PASSAGE_LENGTH}
          value={text}
          placeholder="Footnote text"
          className={`mt-2 py-2.5 field-sizing-content ${controlLook}`}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter' && !event.shiftKey) close(true)
            else if (!handleUndoKeys(editor, event)) return
            event.preventDefault()
          }}
        />
        <div className="mt-3 flex justify-between gap-2">
          <Button tone="plain" size="sm" onClick={() => removeNode(editor, getPos)}>
            Delete
          </Button>
          <Button size="sm" onClick={() => close(true)}>
            Done
          </Button>
        </div>
      </NodePopover>
    </NodeViewWrapper>
  )
}
