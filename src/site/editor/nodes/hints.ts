import { Placeholder } from '@tiptap/extensions'

const words: Partial<Record<string, string>> = { toggleSummary: 'What it opens', pullQuote: 'A sentence worth a pause' }
const headings: Partial<Record<number, string>> = { 2: 'Heading', 3: 'Smaller heading', 4: 'Smallest heading' }

/** What empty lines invite to. Most say nothing. */
export function hints(prompt: string) {
  return Placeholder.configure({
    includeChildren: true,
    showOnlyCurrent: false,
    placeholder({ editor, node, pos }) {
      if (node.type.name === 'heading') return headings[Number(node.attrs['level'])] ?? ''
      if (node.type.name === 'paragraph') return pos === 0 && editor.isEmpty ? prompt : ''
      return words[node.type.name] ?? ''
    },
  })
}
