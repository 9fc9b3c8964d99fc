import { textblockTypeInputRule } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { common, createLowlight } from 'lowlight'
import { CodeBlockView } from './code-block-view.tsx'
import { languageOf } from './languages.ts'

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
  addNodeView: () => ReactNodeViewRenderer(CodeBlockView),
}).configure({ lowlight: honest, enableTabIndentation: true, tabSize: 2 })

function codeOf(element: Element) {
  return element.querySelector('code') ?? element
}
