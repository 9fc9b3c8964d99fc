import { Node } from '@tiptap/core'

/** Maximum length of the text attributes of blocks. */
export const MAX_LABEL_LENGTH = 1000
export const MAX_TEXT_LENGTH = 5000

/** Blocks allowed in table cells, list items, toggles and callouts: all but tables, galleries and toggles. */
export const nestableBlock =
  '(paragraph | heading | blockquote | pullQuote | bulletList | orderedList | taskList | codeBlock | horizontalRule | image | callout | blockMath | embed | button | file)'

export const StoryDocument = Node.create({ name: 'doc', topNode: true, content: '(block | membersLine)+' })
