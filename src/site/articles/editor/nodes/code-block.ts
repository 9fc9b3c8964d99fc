import { type Editor, textblockTypeInputRule } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { codeColours } from './code-colours.ts'
import { CodeBlockView } from './code-block-view.tsx'
import { languageOf } from './languages.ts'
import { goBelow } from './placing.ts'

export const StoryCodeBlock = CodeBlock.extend({
  addAttributes() {
    return {
      language: {
        default: null,
        rendered: false,
        parseHTML: (element) => languageOf(/language-(\S+)/.exec(codeOf(element).className)?.[1]),
      },
    }
  },
  addInputRules() {
    return [/^```([\w+#.-]*)[\s\n]$/, /^~~~([\w+#.-]*)[\s\n]$/].map((find) =>
      textblockTypeInputRule({ find, type: this.type, getAttributes: ([, name]) => ({ language: languageOf(name) }) }),
    )
  },
  addKeyboardShortcuts() {
    return { ...this.parent?.(), 'Mod-Enter': () => leaveCode(this.editor) }
  },
  addNodeView: () => ReactNodeViewRenderer(CodeBlockView),
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), codeColours(this.name)]
  },
}).configure({ enableTabIndentation: true, tabSize: 2 })

function codeOf(element: Element) {
  return element.querySelector('code') ?? element
}

/** Into the text below; only where there is none, a new line. */
function leaveCode(editor: Editor) {
  const { $from } = editor.state.selection
  if (!$from.parent.type.spec.code) return false
  return editor.commands.command(({ tr }) => {
    goBelow(tr, $from.after())
    tr.scrollIntoView()
    return true
  })
}
