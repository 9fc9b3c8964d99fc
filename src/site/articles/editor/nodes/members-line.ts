import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { MembersLineView } from './members-line-view.tsx'
import { insertBlock } from './placing.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    membersLine: {
      /** Draws the line here; one that stands elsewhere moves. */
      insertMembersLine(): ReturnType
    }
  }
}

/** What stands below it is for members. It is no block, so it fits only between the blocks of the document itself. */
export const MembersLine = Node.create({
  name: 'membersLine',
  atom: true,
  selectable: true,
  parseHTML: () => [{ tag: 'div[data-node="membersLine"]' }],
  renderHTML: () => ['div', { 'data-node': 'membersLine' }],
  addNodeView: () => ReactNodeViewRenderer(MembersLineView),
  addCommands() {
    return {
      insertMembersLine:
        () =>
        ({ tr }) => {
          tr.doc.forEach((node, offset) => {
            if (node.type === this.type) tr.delete(tr.mapping.map(offset), tr.mapping.map(offset + node.nodeSize))
          })
          return insertBlock(tr, this.type.create(), { type: this.type, caret: 'below' }) !== null
        },
    }
  },
})
