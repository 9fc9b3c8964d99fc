import { Node } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    pullQuote: {
      /** Makes the line a pull quote, and a pull quote a line again. */
      setPullQuote(): ReturnType
    }
  }
}

/** A sentence of the story, drawn large. */
export const PullQuote = Node.create({
  name: 'pullQuote',
  group: 'block',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote.story-pull', priority: 60, contentElement: 'p' }],
  renderHTML: () => ['blockquote', { class: 'story-pull' }, ['p', 0]],
  addCommands() {
    return {
      setPullQuote:
        () =>
        ({ commands }) =>
          commands.toggleNode(this.name, 'paragraph'),
    }
  },
  addKeyboardShortcuts() {
    return {
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        const atStart = empty && $from.parentOffset === 0 && $from.parent.type === this.type
        return atStart && this.editor.commands.setParagraph()
      },
    }
  },
})
