import { type Editor, getMarkRange } from '@tiptap/core'

export type LinkRange = { from: number; to: number; href: string }

/** The link at the caret, or the selection that would become one. */
export function currentLink({ state }: Editor): LinkRange {
  const { selection, schema } = state
  const { link } = schema.marks
  const { from, to, $from, empty } = selection
  const range = link && getMarkRange(empty ? $from : state.doc.resolve(Math.min(from + 1, to)), link)
  const href: unknown = range && markAt(state.doc, range.from)
  if (range && typeof href === 'string' && (empty || (range.from <= from && range.to >= to))) return { ...range, href }
  return { from, to, href: '' }
}

function markAt(doc: Editor['state']['doc'], pos: number): unknown {
  return doc.resolve(pos).nodeAfter?.marks.find(({ type }) => type.name === 'link')?.attrs['href']
}

/** Links the range, or inserts the name or the URL as text when the range is empty. */
export function applyLink(editor: Editor, { from, to }: LinkRange, href: string, name = href.replace(/^mailto:/, '')) {
  const chain = editor.chain().focus()
  if (from === to)
    chain.insertContentAt(from, {
      type: 'text',
      text: name,
      marks: [{ type: 'link', attrs: { href } }],
    })
  else chain.setTextSelection({ from, to }).setLink({ href }).setTextSelection(to)
  chain.command(({ tr, state }) => {
    // Text typed after the link is not part of it.
    if (state.schema.marks['link']) tr.removeStoredMark(state.schema.marks['link'])
    return true
  })
  chain.run()
}

export function removeLink(editor: Editor, { from, to }: LinkRange) {
  editor.chain().focus().setTextSelection({ from, to }).unsetLink().setTextSelection(to).run()
}
