import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Found, type Wanted, findIn, nextFrom } from './find-text.ts'

export type Find = {
  wanted: Wanted
  found: Found[]
  active: number
  drawn: DecorationSet
  /** Behind the words that were put in last, where writing goes on; null while nothing was replaced. */
  replacedTo: number | null
}
type Change = { wanted: Wanted; near: number } | { active: number } | { replacedTo: number } | { close: true }

/** More marks than this would make the page slow and show nobody anything. */
const MOST_DRAWN = 1000

const key = new PluginKey<Find | null>('find')

export const findOf = (state: EditorState) => key.getState(state) ?? null

export function changeFind(tr: Transaction, change: Change) {
  return tr.setMeta(key, change)
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

export function findPlugin() {
  return new Plugin<Find | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        const change = changeOf(tr)
        if (change && 'close' in change) return null
        const replacedTo = before?.replacedTo == null ? null : tr.mapping.map(before.replacedTo)
        if (change && 'wanted' in change)
          return { ...drawn(tr, change.wanted, (found) => nextFrom(found, change.near)), replacedTo }
        if (before && change && 'active' in change)
          return { ...drawn(tr, before.wanted, () => change.active), replacedTo }
        if (!before || !tr.docChanged) return before
        const at = before.found[before.active]?.from ?? 0
        const next = drawn(tr, before.wanted, (found) => nextFrom(found, tr.mapping.map(at)))
        return { ...next, replacedTo: change && 'replacedTo' in change ? change.replacedTo : replacedTo }
      },
    },
    props: { decorations: (state) => key.getState(state)?.drawn },
  })
}

function drawn({ doc }: Transaction, wanted: Wanted, choose: (found: Found[]) => number): Omit<Find, 'replacedTo'> {
  const found = findIn(doc, wanted)
  const active = choose(found)
  const first = Math.max(0, active - MOST_DRAWN / 2)
  const near = found.slice(first, first + MOST_DRAWN)
  const marks = near.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: first + index === active ? 'found found-active' : 'found' }),
  )
  return { wanted, found, active, drawn: DecorationSet.create(doc, marks) }
}

/** Goes to the next place or the one before, round the ends. */
export function goToFound(editor: Editor, by: 1 | -1) {
  const find = findOf(editor.state)
  if (!find || find.found.length === 0) return
  showFound(editor, (find.active + by + find.found.length) % find.found.length)
}

export function showFound(editor: Editor, active: number) {
  const place = findOf(editor.state)?.found[active]
  if (!place) return
  const { state, view } = editor
  const selection = TextSelection.create(state.doc, place.from, place.to)
  view.dispatch(changeFind(state.tr.setSelection(selection).scrollIntoView(), { active }))
}

/** Replaces the place one is at and goes on to the next; after the last one, back to the text. */
export function replaceFound(editor: Editor, words: string) {
  const find = findOf(editor.state)
  const place = find?.found[find.active]
  if (!place) return
  const replacedTo = place.from + words.length
  const tr = write(editor.state.tr, place, words).setMeta('addToHistory', true)
  editor.view.dispatch(changeFind(tr, { replacedTo }))
  const after = findOf(editor.state)
  if (after && after.found.length > 0) showFound(editor, nextFrom(after.found, replacedTo))
  else writeOn(editor)
}

/** Replaces them all, as one step that can be undone; answers how many there were. */
export function replaceAllFound(editor: Editor, words: string): number {
  const found = findOf(editor.state)?.found ?? []
  if (found.length === 0) return 0
  const { tr } = editor.state
  for (const place of found.toReversed()) write(tr, place, words)
  const last = found.at(-1)
  editor.view.dispatch(last ? changeFind(tr, { replacedTo: tr.mapping.map(last.to) }) : tr)
  writeOn(editor)
  return found.length
}

/** Gives the keyboard to the text. The caret goes behind what was replaced last: a selected word would be written over. */
export function writeOn(editor: Editor) {
  const at = findOf(editor.state)?.replacedTo ?? null
  if (at !== null) editor.commands.setTextSelection(at)
  editor.commands.focus()
}

/** The new words look like the first letter of those they replace. */
function write(tr: Transaction, { from, to }: Found, words: string) {
  if (words === '') return tr.delete(from, to)
  const marks = tr.doc.resolve(from).marksAcross(tr.doc.resolve(to)) ?? []
  return tr.replaceWith(from, to, tr.doc.type.schema.text(words, marks))
}
