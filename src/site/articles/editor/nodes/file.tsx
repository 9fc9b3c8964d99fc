import { Node, mergeAttributes } from '@tiptap/core'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import type { Media } from '#contract/media.ts'
import { isId } from '#contract/id.ts'
import { isSitePath } from './address.ts'
import { chooseFiles } from './choose-files.ts'
import { schemaOf } from './schema.ts'
import { createMediaNodes } from './media-nodes.ts'
import { insertPending } from './pending.ts'
import { insertBlock } from './insertion.ts'
import { formatBytes } from '#site/storage/size-text.ts'
import { removeNode } from './change-node.ts'
import { InertLink } from './inert-link.tsx'
import { NodeTools, Tool } from './node-tools.tsx'
import { useFocusWithin } from './node-hooks.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    file: {
      /** Inserts a downloadable file, uploading it first. Without one, opens the file dialog. */
      insertFile(file?: File | Media): ReturnType
    }
  }
}

export const StoryFile = Node.create({
  ...schemaOf('file'),
  parseHTML: () => [
    {
      tag: 'div[data-node="file"]',
      getAttrs: (element) => (isLibraryFile(element) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'file' })],
  renderText: ({ node }) => String(node.attrs['name']),
  addNodeView: () => ReactNodeViewRenderer(FileView),
  addCommands() {
    return {
      insertFile:
        (file) =>
        ({ editor, tr, dispatch }) => {
          if (!dispatch) return true
          if (!file) {
            chooseFiles('anything', ([chosen]) => chosen && editor.commands.insertFile(chosen), false)
            return true
          }
          if (file instanceof File) return insertPending(editor, tr, { as: 'file', files: [[file]], type: this.type })
          const [node] = createMediaNodes(editor.schema, 'file', [file])
          return node !== undefined && insertBlock(tr, node, { type: this.type, caret: 'below' }) !== null
        },
    }
  },
})

function isLibraryFile(element: Element) {
  return isId(element.getAttribute('data-media')) && isSitePath(element.getAttribute('data-href') ?? '')
}

function FileView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const [name, size] = [String(node.attrs['name']), Number(node.attrs['size'])]
  const { inside, handlers } = useFocusWithin()
  return (
    <NodeViewWrapper className="relative" {...handlers}>
      <NodeTools label="File" shown={editor.isEditable && (selected || inside)}>
        <Tool label={`Remove ${name}`} icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      <div className="story-file">
        <InertLink className="edit-file">
          <span className="story-file-name" dir="auto">
            {name}
          </span>{' '}
          <span className="story-file-size">{formatBytes(size)}</span>
        </InertLink>
      </div>
    </NodeViewWrapper>
  )
}
