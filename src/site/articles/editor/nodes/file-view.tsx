import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { formatBytes } from '#site/storage/size-text.ts'
import { removeNode } from './change-node.ts'
import { LookOfLink } from './look-of-link.tsx'
import { NodeTools, Tool } from './node-tools.tsx'
import { useInside } from './use-inside.ts'

export function FileView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const [name, size] = [String(node.attrs['name']), Number(node.attrs['size'])]
  const { inside, handlers } = useInside()
  return (
    <NodeViewWrapper className="relative" {...handlers}>
      <NodeTools label="File" shown={editor.isEditable && (selected || inside)}>
        <Tool label={`Remove ${name}`} icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      <div className="story-file">
        <LookOfLink className="edit-file">
          <span className="story-file-name" dir="auto">
            {name}
          </span>{' '}
          <span className="story-file-size">{formatBytes(size)}</span>
        </LookOfLink>
      </div>
    </NodeViewWrapper>
  )
}
