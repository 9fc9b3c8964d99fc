import { Extension, Node } from '@tiptap/core'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import type { Node as PmNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { insertBlock } from './insertion.ts'
import { schemaOf } from './schema.ts'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { removeNode } from './change-node.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    membersLine: {
      /** Inserts the members-only line, or moves the existing one here. */
      insertMembersLine(): ReturnType
    }
  }
}

/** Content below the line is for members. Not in the block group, so it is allowed only at the top level. */
export const MembersLine = Node.create({
  ...schemaOf('membersLine'),
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

function MembersLineView({ editor, getPos }: ReactNodeViewProps) {
  return (
    <NodeViewWrapper className="edit-members-line">
      <span className="flex items-center gap-2">
        <Icon name="lock" size={16} />
        Members only below this line
      </span>
      {editor.isEditable && (
        <IconButton label="Remove members-only line" onClick={() => removeNode(editor, getPos)}>
          <Icon name="x" size={16} />
        </IconButton>
      )}
    </NodeViewWrapper>
  )
}

/** Content expressions cannot limit a node to one per document. Of two lines, the newer one stays. */
export const SingleMembersLine = Extension.create({
  name: 'singleMembersLine',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, { doc, tr }) {
        const lines = linesOf(doc)
        if (lines.length < 2) return null
        const previous = previousLine(before.doc, transactions)
        const newest = lines.find((at) => at !== previous) ?? lines[0]
        for (const at of lines.toReversed()) if (at !== newest) tr.delete(at, at + 1)
        return tr
      },
    }),
  ],
})

/** Current position of the previous line, or null. */
function previousLine(before: PmNode, transactions: readonly Transaction[]) {
  const [old] = linesOf(before)
  return old === undefined ? null : transactions.reduce((at, { mapping }) => mapping.map(at), old)
}

function linesOf(doc: PmNode) {
  const lines: number[] = []
  doc.forEach(({ type }, offset) => {
    if (type.name === 'membersLine') lines.push(offset)
  })
  return lines
}
