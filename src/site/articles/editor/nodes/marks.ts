import { type ExtendedRegExpMatchArray, Mark, markInputRule } from '@tiptap/core'
import { isInSource } from './source-text.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    storyMarks: {
      toggleSuperscript(): ReturnType
      toggleSubscript(): ReturnType
      toggleHighlight(): ReturnType
    }
  }
}

/** False in a formula, where `a^2+b^2` has no superscript yet. */
function getAttributes({ input = '', index }: ExtendedRegExpMatchArray) {
  return isInSource(input.slice(0, index)) ? false : {}
}

// Lookbehind, because an input rule deletes everything it matches.

/** `x^2^`, as in Pandoc: without spaces, so that two carets in a sentence stay as typed. */
const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
  addCommands() {
    return {
      toggleSuperscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleSuperscript() }
  },
  addInputRules() {
    return [markInputRule({ find: /(?<![\^[])(\^([^\s^]+)\^)$/, type: this.type, getAttributes })]
  },
})

/** `H~2~O`. Two tildes strike through. */
const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
  addCommands() {
    return {
      toggleSubscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleSubscript() }
  },
  addInputRules() {
    return [markInputRule({ find: /(?<!~)(~([^\s~]+)~)$/, type: this.type, getAttributes })]
  },
})

const Highlight = Mark.create({
  name: 'highlight',
  parseHTML: () => [{ tag: 'mark' }],
  renderHTML: () => ['mark', 0],
  addCommands() {
    return {
      toggleHighlight:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-h': () => this.editor.commands.toggleHighlight() }
  },
  addInputRules() {
    return [markInputRule({ find: /(?<!=)(==(?!\s)([^=]*[^\s=])==)$/, type: this.type, getAttributes })]
  },
})

export const marks = [Superscript, Subscript, Highlight]
