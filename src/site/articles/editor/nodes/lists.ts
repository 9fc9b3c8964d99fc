import { wrappingInputRule } from '@tiptap/core'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { nodeRules } from '#contract/document/schema.ts'
import { contentOf } from './schema.ts'

const StoryListItem = ListItem.extend({ content: contentOf('listItem') })

const StoryTaskItem = TaskItem.extend({ content: contentOf('taskItem') }).configure({
  nested: true,
  a11y: { checkboxLabel: ({ textContent }, checked) => `${checked ? 'Done' : 'To do'}: ${textContent || 'empty'}` },
})

/** Starts at 1 or higher, decimal only. */
const StoryOrderedList = OrderedList.extend({
  addAttributes() {
    return {
      start: {
        default: nodeRules.orderedList.attrs.start.default,
        parseHTML: (element) => startOf(element.getAttribute('start')),
      },
      type: { default: null, rendered: false, parseHTML: () => null },
    }
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^([1-9]\d{0,3})\.\s$/,
        type: this.type,
        getAttributes: ([, start]) => ({ start: startOf(start) }),
        joinPredicate: ([, start], { childCount, attrs }) => childCount + Number(attrs['start']) === startOf(start),
      }),
    ]
  },
})

function startOf(given: string | null | undefined) {
  const start = Number.parseInt(given ?? '', 10)
  return start >= 1 && start < 10_000 ? start : 1
}

/** As in the story: markers are on the side where the text begins. */
const HTMLAttributes = { dir: 'auto' }

export const lists = [
  StoryListItem,
  BulletList.configure({ HTMLAttributes }),
  StoryOrderedList.configure({ HTMLAttributes }),
  TaskList.configure({ HTMLAttributes }),
  StoryTaskItem,
]
