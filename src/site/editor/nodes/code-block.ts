import { type Editor, textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { common, createLowlight } from 'lowlight'
import { CodeBlockView } from './code-block-view.tsx'
import { languageOf } from './languages.ts'
import { goBelow } from './placing.ts'

const lowlight = createLowlight(common)

/** Code without a language stays without colours, here as for readers. */
const honest = {
  ...lowlight,
  highlightAuto: (value: string) => ({ children: [{ type: 'text', value }] }),
}

export const StoryCodeBlock = CodeBlockLowlight.extend({
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
}).configure({ lowlight: honest, enableTabIndentation: true, tabSize: 2 })

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
