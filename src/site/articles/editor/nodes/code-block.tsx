import { type Editor, textblockTypeInputRule } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { codeHighlighting } from './code-highlighting.ts'
import { normalizeLanguage } from './languages.ts'
import { moveCaretBelow } from './insertion.ts'
import { type GetPos, changeNode } from './change-node.ts'
import { LanguageSelect } from './language-select.tsx'

export const StoryCodeBlock = CodeBlock.extend({
  addAttributes() {
    return {
      language: {
        default: null,
        rendered: false,
        parseHTML: (element) => normalizeLanguage(/language-(\S+)/.exec(codeOf(element).className)?.[1]),
      },
    }
  },
  addInputRules() {
    return [/^```([\w+#.-]*)[\s\n]$/, /^~~~([\w+#.-]*)[\s\n]$/].map((find) =>
      textblockTypeInputRule({
        find,
        type: this.type,
        getAttributes: ([, name]) => ({ language: normalizeLanguage(name) }),
      }),
    )
  },
  addKeyboardShortcuts() {
    return { ...this.parent?.(), 'Mod-Enter': () => leaveCode(this.editor) }
  },
  addNodeView: () => ReactNodeViewRenderer(CodeBlockView),
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), codeHighlighting(this.name)]
  },
}).configure({ enableTabIndentation: true, tabSize: 2 })

function codeOf(element: Element) {
  return element.querySelector('code') ?? element
}

/** Moves to the text below, and creates a paragraph if there is none. */
function leaveCode(editor: Editor) {
  const { $from } = editor.state.selection
  if (!$from.parent.type.spec.code) return false
  return editor.commands.command(({ tr }) => {
    moveCaretBelow(tr, $from.after())
    tr.scrollIntoView()
    return true
  })
}

function CodeBlockView({ editor, node, getPos }: ReactNodeViewProps) {
  const language: string | null = node.attrs['language']
  return (
    <NodeViewWrapper className="edit-code">
      {editor.isEditable && (
        <div contentEditable={false} className="edit-code-language">
          <LanguageSelect
            language={language}
            onChange={(next) => {
              changeNode(editor, getPos, { language: next })
              focusCode(editor, getPos)
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

function focusCode(editor: ReactNodeViewProps['editor'], getPos: GetPos) {
  const at = getPos()
  const { from } = editor.state.selection
  const node = at === undefined ? null : editor.state.doc.nodeAt(at)
  if (at === undefined || !node) return
  const inside = from > at && from < at + node.nodeSize
  editor.commands.focus(inside ? undefined : at + node.nodeSize - 1)
}
