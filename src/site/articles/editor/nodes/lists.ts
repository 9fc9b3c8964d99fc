import { wrappingInputRule } from '@tiptap/core'
import { ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { plainBlock } from './blocks.ts'

const StoryListItem = ListItem.extend({ content: `paragraph ${plainBlock}*` })

const StoryTaskItem = TaskItem.extend({ content: `paragraph ${plainBlock}*` }).configure({
  nested: true,
  a11y: { checkboxLabel: ({ textContent }, checked) => `${checked ? 'Done' : 'To do'}: ${textContent || 'empty'}` },
})

/** Counts from one or later, in plain figures. */
const StoryOrderedList = OrderedList.extend({
  addAttributes() {
    return {
      start: { default: 1, parseHTML: (element) => startOf(element.getAttribute('start')) },
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

export const lists = [StoryListItem, StoryOrderedList, TaskList, StoryTaskItem]
