import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { type GetPos, changeNode } from './change-node.ts'
import { LanguageSelect } from './language-select.tsx'

export function CodeBlockView({ editor, node, getPos }: ReactNodeViewProps) {
  const language: string | null = node.attrs['language']
  return (
    <NodeViewWrapper className="edit-code">
      {editor.isEditable && (
        <div contentEditable={false} className="edit-code-language">
          <LanguageSelect
            language={language}
            onChange={(next) => {
              changeNode(editor, getPos, { language: next })
              backToCode(editor, getPos)
            }}
          />
        </div>
      )}
      <pre>
        <NodeViewContent<'code'> as="code" spellCheck={false} />
      </pre>
    </NodeViewWrapper>
  )
}

function backToCode(editor: ReactNodeViewProps['editor'], getPos: GetPos) {
  const at = getPos()
  const { from } = editor.state.selection
  const node = at === undefined ? null : editor.state.doc.nodeAt(at)
  if (at === undefined || !node) return
  const inside = from > at && from < at + node.nodeSize
  editor.commands.focus(inside ? undefined : at + node.nodeSize - 1)
}
