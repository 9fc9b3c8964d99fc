import { undo } from '@tiptap/pm/history'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isInSource } from './nodes/source-text.ts'
import { quotationMarksOf } from './quotation-marks.ts'
import { dispatchUndoStep } from './undo-step.ts'

/** Position after the last replacement, while nothing else has happened. */
const key = new PluginKey<number | null>('smart-typing')

/** The characters that `replacementFor` can replace: for any other, the text need not be read. */
const REPLACEABLE = /^["'.-]$/

/** Replaces straight quotation marks, hyphens and dots by those of the story's language. Backspace or undo brings them back. */
export function smartTypingPlugin(languageOf: () => string) {
  return new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before) => stateAfter(tr, before),
    },
    props: {
      handleTextInput: (view, from, to, text) =>
        REPLACEABLE.test(text) && insertSmartCharacter(view, { from, to, text }, languageOf()),
      handleKeyDown(view, event) {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
        if (event.key !== 'Backspace' || !isPlain || key.getState(view.state) === null) return false
        return undo(view.state, view.dispatch)
      },
    },
  })
}

function stateAfter(tr: Transaction, before: number | null): number | null {
  const replaced: number | undefined = tr.getMeta(key)
  if (replaced !== undefined) return replaced
  return tr.docChanged || tr.selectionSet ? null : before
}

type Typed = { from: number; to: number; text: string }

function insertSmartCharacter(view: EditorView, { from, to, text }: Typed, language: string): boolean {
  const { state } = view
  const $from = state.doc.resolve(from)
  if (view.composing || !isProse(state, from)) return false
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc')
  const change = replacementFor(before, text, language)
  if (!change || change.remove > $from.parentOffset) return false
  // The plain character first, so that undo goes back to it.
  view.dispatch(state.tr.insertText(text, from, to).scrollIntoView())
  const end = from + text.length
  const tr = view.state.tr.insertText(change.insert, from - change.remove, end)
  dispatchUndoStep(view, tr.setMeta(key, tr.mapping.map(end)).scrollIntoView())
  return true
}

/** Not in code, and not in the address of a link. */
function isProse({ doc, storedMarks, selection }: EditorState, from: number) {
  const $from = doc.resolve(from)
  if (!$from.parent.isTextblock || $from.parent.type.spec.code) return false
  const marks = storedMarks ?? (selection.empty ? selection.$from.marks() : $from.marks())
  return !marks.some(({ type }) => type.name === 'code')
}

type Replacement = { remove: number; insert: string }

const URL_LIKE = /(?:[a-z][a-z0-9+.-]*:\/|www\.|mailto:)\S*$/i

/** The characters to replace before the caret, and what comes in their place. `remove` is without the typed character. */
export function replacementFor(before: string, typed: string, language: string): Replacement | null {
  if (URL_LIKE.test(before) || isInSource(before)) return null
  if (typed === '"' || typed === "'") return quotationMark(before, typed, language)
  if (typed === '.' && /(^|[^./])\.\.$/.test(before)) return { remove: 2, insert: '…' }
  return typed === '-' ? dash(before, language) : null
}

const OPENING = /(^|[\s([{‚„“‘«»‹›”’\u202f–—/\ufffc-])$/

function quotationMark(before: string, typed: '"' | "'", language: string): Replacement | null {
  const marks = quotationMarksOf(language)
  if (!marks) return null
  const isDouble = typed === '"'
  const [open, close] = isDouble ? marks.double : marks.single
  const isOpen = countOpen(before, open.trim(), close.trim()) > 0
  // A mark at the start of a word opens; a closing mark of the same shape can stand before it only if one is open.
  const startsWord = OPENING.test(before) && !/[”’“‘»«›‹]$/.test(before)
  if (startsWord || (OPENING.test(before) && !isOpen)) return { remove: 0, insert: open }
  if (isDouble) return { remove: 0, insert: close }
  // After a letter, a single mark is an apostrophe unless a quotation is open.
  return { remove: 0, insert: isOpen ? close : '’' }
}

function countOpen(before: string, open: string, close: string) {
  const count = (mark: string) => before.split(mark).length - 1
  if (open === close) return count(open) % 2
  // An apostrophe looks like a closing mark within a word.
  const apostrophes = close === '’' ? (before.match(/\p{L}’(?=\p{L})/gu) ?? []).length : 0
  return count(open) - (count(close) - apostrophes)
}

/** Two hyphens are a dash, three a long one. At the start of a line they are a divider. */
function dash(before: string, language: string): Replacement | null {
  if (before.endsWith('–')) return { remove: 1, insert: '—' }
  if (!/[^-]-$/.test(before) || /^\s*-$/.test(before)) return null
  const isSpaced = /\s-$/.test(before)
  return { remove: 1, insert: /^en\b/i.test(language) && !isSpaced ? '—' : '–' }
}
