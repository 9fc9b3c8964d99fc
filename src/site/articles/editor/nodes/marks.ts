import { type CommandProps, type ExtendedRegExpMatchArray, Mark, markInputRule } from '@tiptap/core'
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

type Options = {
  tag: string
  command: 'toggleSuperscript' | 'toggleSubscript' | 'toggleHighlight'
  keys: string
  /** With lookbehind, because an input rule deletes everything it matches. */
  find: RegExp
  excludes?: string
}

function createMark(name: string, { tag, command, keys, find, excludes }: Options) {
  return Mark.create({
    name,
    ...(excludes && { excludes }),
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addCommands: () => ({
      [command]:
        () =>
        ({ commands }: CommandProps) =>
          commands.toggleMark(name),
    }),
    addKeyboardShortcuts() {
      return { [keys]: () => this.editor.commands[command]() }
    },
    addInputRules() {
      return [markInputRule({ find, type: this.type, getAttributes })]
    },
  })
}

export const marks = [
  // `x^2^`, as in Pandoc: without spaces, so that two carets in a sentence stay as typed.
  createMark('superscript', {
    tag: 'sup',
    command: 'toggleSuperscript',
    keys: 'Mod-.',
    find: /(?<![\^[])(\^([^\s^]+)\^)$/,
    excludes: 'subscript',
  }),
  // `H~2~O`. Two tildes strike through.
  createMark('subscript', {
    tag: 'sub',
    command: 'toggleSubscript',
    keys: 'Mod-,',
    find: /(?<!~)(~([^\s~]+)~)$/,
    excludes: 'superscript',
  }),
  createMark('highlight', {
    tag: 'mark',
    command: 'toggleHighlight',
    keys: 'Mod-Shift-h',
    find: /(?<!=)(==(?!\s)([^=]*[^\s=])==)$/,
  }),
]
