import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Match, type SearchQuery, findMatches, nextMatchIndex } from './find-text.ts'

type FindState = {
  query: SearchQuery
  matches: Match[]
  active: number
  decorations: DecorationSet
  /** End of the last replacement, where the caret returns to; null while nothing was replaced. */
  replacedTo: number | null
}
type Change = { query: SearchQuery; near: number } | { active: number } | { replacedTo: number } | { close: true }

/** More decorations than this slow the page down and help no one. */
const MAX_DECORATIONS = 1000

const key = new PluginKey<FindState | null>('find')

export const getFindState = (state: EditorState) => key.getState(state) ?? null

export function setFindState(tr: Transaction, change: Change) {
  return tr.setMeta(key, change)
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

export function findPlugin() {
  return new Plugin<FindState | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        const change = changeOf(tr)
        if (change && 'close' in change) return null
        const replacedTo = before?.replacedTo == null ? null : tr.mapping.map(before.replacedTo)
        if (change && 'query' in change)
          return { ...search(tr, change.query, (matches) => nextMatchIndex(matches, change.near)), replacedTo }
        if (before && change && 'active' in change)
          return { ...search(tr, before.query, () => change.active), replacedTo }
        if (!before || !tr.docChanged) return before
        const at = before.matches[before.active]?.from ?? 0
        const next = search(tr, before.query, (matches) => nextMatchIndex(matches, tr.mapping.map(at)))
        return { ...next, replacedTo: change && 'replacedTo' in change ? change.replacedTo : replacedTo }
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  })
}

function search(
  { doc }: Transaction,
  query: SearchQuery,
  choose: (matches: Match[]) => number,
): Omit<FindState, 'replacedTo'> {
  const matches = findMatches(doc, query)
  const active = choose(matches)
  const first = Math.max(0, active - MAX_DECORATIONS / 2)
  const near = matches.slice(first, first + MAX_DECORATIONS)
  const marks = near.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: first + index === active ? 'found found-active' : 'found' }),
  )
  return { query, matches, active, decorations: DecorationSet.create(doc, marks) }
}

/** Goes to the next or previous match and wraps around. */
export function goToMatch(editor: Editor, by: 1 | -1) {
  const find = getFindState(editor.state)
  if (!find || find.matches.length === 0) return
  selectMatch(editor, (find.active + by + find.matches.length) % find.matches.length)
}

export function selectMatch(editor: Editor, active: number) {
  const match = getFindState(editor.state)?.matches[active]
  if (!match) return
  const { state, view } = editor
  const selection = TextSelection.create(state.doc, match.from, match.to)
  view.dispatch(setFindState(state.tr.setSelection(selection).scrollIntoView(), { active }))
}

/** Replaces the active match and goes to the next one, or back to the text after the last. */
export function replaceMatch(editor: Editor, text: string) {
  const find = getFindState(editor.state)
  const match = find?.matches[find.active]
  if (!match) return
  const replacedTo = match.from + text.length
  const tr = writeReplacement(editor.state.tr, match, text).setMeta('addToHistory', true)
  editor.view.dispatch(setFindState(tr, { replacedTo }))
  const after = getFindState(editor.state)
  if (after && after.matches.length > 0) selectMatch(editor, nextMatchIndex(after.matches, replacedTo))
  else returnToText(editor)
}

/** Replaces every match in one undo step and returns how many there were. */
export function replaceAllMatches(editor: Editor, text: string): number {
  const matches = getFindState(editor.state)?.matches ?? []
  if (matches.length === 0) return 0
  const { tr } = editor.state
  for (const match of matches.toReversed()) writeReplacement(tr, match, text)
  const last = matches.at(-1)
  editor.view.dispatch(last ? setFindState(tr, { replacedTo: tr.mapping.map(last.to) }) : tr)
  returnToText(editor)
  return matches.length
}

/** Focuses the text. The caret goes after the last replacement, because typing would overwrite a selected match. */
export function returnToText(editor: Editor) {
  const at = getFindState(editor.state)?.replacedTo ?? null
  if (at !== null) editor.commands.setTextSelection(at)
  editor.commands.focus()
}

/** The replacement takes the marks of the first character it replaces. */
function writeReplacement(tr: Transaction, { from, to }: Match, text: string) {
  if (text === '') return tr.delete(from, to)
  const marks = tr.doc.resolve(from).marksAcross(tr.doc.resolve(to)) ?? []
  return tr.replaceWith(from, to, tr.doc.type.schema.text(text, marks))
}
