import { Extension, Node, textblockTypeInputRule } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Link } from '@tiptap/extension-link'
import { headingLevels, nodeRules } from '#contract/document/schema.ts'
import { isAddress } from './address.ts'
import { insertBlock } from './insertion.ts'
import { schemaOf } from './schema.ts'

/** Belongs to its block alone: neither a copy nor the line after it has it. */
const hint = { default: '', rendered: false, keepOnSplit: false }

export const StoryParagraph = Paragraph.extend({
  addAttributes() {
    return { hint }
  },
})

/** The title is the only level 1 heading, so `#` makes level 2. */
export const StoryHeading = Heading.extend({
  addAttributes() {
    return { level: { default: nodeRules.heading.attrs.level.default, rendered: false }, hint }
  },
  parseHTML() {
    return [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(Math.max(level, 2), 4) },
    }))
  },
  addInputRules() {
    return headingLevels.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level - 1}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
}).configure({ levels: [...headingLevels] })

/** Only text with a scheme is linked automatically; `readme.md` is not. */
const autolinked = /^https?:\/\//i

export const StoryLink = Link.extend({
  // Text typed at the end of a link is not part of it.
  inclusive: false,
  addAttributes() {
    return { href: { default: null, parseHTML: (element) => element.getAttribute('href') } }
  },
}).configure({
  autolink: true,
  linkOnPaste: true,
  markdownLinks: true,
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (address) => isAddress(address),
  shouldAutoLink: (address) => autolinked.test(address),
})

/** Tiptap's own command would select a block below the divider, which the next keystroke would replace. */
export const StoryDivider = Extension.create({
  name: 'storyDivider',
  addCommands: () => ({
    setHorizontalRule:
      () =>
      ({ tr, state }) => {
        const type = state.schema.nodes['horizontalRule']
        return type !== undefined && insertBlock(tr, type.create(), { type, caret: 'below' }) !== null
      },
  }),
})

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    pullQuote: {
      /** Toggles between a paragraph and a pull quote. */
      setPullQuote(): ReturnType
    }
  }
}

export const PullQuote = Node.create({
  ...schemaOf('pullQuote'),
  defining: true,
  parseHTML: () => [{ tag: 'blockquote.story-pull', priority: 60, contentElement: 'p' }],
  renderHTML: () => ['blockquote', { class: 'story-pull', dir: 'auto' }, ['p', 0]],
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
