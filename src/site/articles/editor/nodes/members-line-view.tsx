import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { removeNode } from './change-node.ts'

export function MembersLineView({ editor, getPos }: ReactNodeViewProps) {
  return (
    <NodeViewWrapper className="edit-members-line">
      <span className="flex items-center gap-2">
        <Icon name="lock" size={16} />
        Members read on from here
      </span>
      {editor.isEditable && (
        <IconButton label="Remove the members-only line" onClick={() => removeNode(editor, getPos)}>
          <Icon name="x" size={16} />
        </IconButton>
      )}
    </NodeViewWrapper>
  )
}
