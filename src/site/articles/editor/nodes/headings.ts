import { textblockTypeInputRule } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'

const levels = [2, 3, 4] as const

/** The title is the only heading of the first level, so `#` begins with the second. */
export const StoryHeading = Heading.extend({
  addAttributes() {
    return { level: { default: 2, rendered: false } }
  },
  parseHTML() {
    return [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(Math.max(level, 2), 4) },
    }))
  },
  addInputRules() {
    return levels.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level - 1}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
}).configure({ levels: [...levels] })
