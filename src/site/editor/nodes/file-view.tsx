import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { sizeText } from '#site/upload/size-text.ts'
import { removeNode } from './change-node.ts'
import { NodeTools, Tool } from './node-tools.tsx'
import { useInside } from './use-inside.ts'

export function FileView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const [name, size] = [String(node.attrs['name']), Number(node.attrs['size'])]
  const { inside, handlers } = useInside()
  return (
    <NodeViewWrapper className="relative" {...handlers}>
      <NodeTools label="File" shown={editor.isEditable && (selected || inside)}>
        <Tool label={`Remove ${name}`} icon="trash-2" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      <div className="story-file">
        <span className="node-file">
          <span className="story-file-name" dir="auto">
            {name}
          </span>{' '}
          <span className="story-file-size">{sizeText(size)}</span>
        </span>
      </div>
    </NodeViewWrapper>
  )
}
