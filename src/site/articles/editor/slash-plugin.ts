import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Block, blocks, findBlocks } from './blocks.ts'
import { hasCommand } from './commands.ts'
/** The open menu: where its query begins, whether it begins with a slash, and the active option, -1 for none. */
export type SlashState = {
  from: number
  hasSlash: boolean
  /** Opened directly after a letter: lists inline items only. */
  inline: boolean
  query: string
  active: number
}

type Change = { open: { from: number; hasSlash: boolean } } | { active: number } | { close: true }

/** Longer than any block name: the writer is typing text. */
const MAX_QUERY_LENGTH = 24
/** Directly after a letter, as in “N/A” or “and/or”, a shorter query has no active option: Enter starts a new line. */
const MIN_INLINE_QUERY_LENGTH = 3
const nestingNodes = new Set([
  'tableCell',
  'tableHeader',
  'listItem',
  'taskItem',
  'callout',
  'toggleSummary',
  'toggleBody',
])

const inlineBlocks = blocks.filter(({ inline }) => inline)

const key = new PluginKey<SlashState | null>('slash')

export const getSlashState = (state: EditorState) => key.getState(state) ?? null

export function setSlashState(tr: Transaction, change: Change) {
  return tr.setMeta(key, change)
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

type Options = { editor: Editor; onChoose(block: Block): void }

/** Opens the block menu on a slash and handles its keys. Focus stays in the text. */
export function slashPlugin({ editor, onChoose }: Options) {
  return new Plugin<SlashState | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before, old, state) => next(tr, before, old, state),
    },
    props: {
      handleKeyDown: (view, event) => onKey(view, event, { editor, onChoose }),
      handleDOMEvents: {
        blur(view) {
          if (getSlashState(view.state)) view.dispatch(setSlashState(view.state.tr, { close: true }))
          return false
        },
      },
    },
  })
}

function next(tr: Transaction, before: SlashState | null, old: EditorState, state: EditorState): SlashState | null {
  const change = changeOf(tr)
  if (change && 'close' in change) return null
  if (change && 'open' in change) return updateQuery({ ...change.open, inline: false, query: '', active: 0 }, state)
  if (!before) {
    if (!wasTyped(tr, old, state)) return null
    const inline = followsLetter(state)
    return { from: state.selection.from - 1, hasSlash: true, inline, query: '', active: inline ? -1 : 0 }
  }
  if (change) return { ...before, active: change.active }
  if (!tr.docChanged && !tr.selectionSet) return before
  // Mapped to the left, so that text typed at the start is part of the query.
  return updateQuery({ ...before, from: tr.mapping.map(before.from, -1) }, state)
}

/** Whether this transaction typed a slash: at the start of a line, after a space or after a letter. */
function wasTyped(tr: Transaction, old: EditorState, { selection }: EditorState) {
  const { $from, empty } = selection
  if (!tr.docChanged || !empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return false
  if (tr.getMeta('history$') || tr.getMeta('paste') || tr.getMeta('uiEvent')) return false
  const text = $from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc')
  if (!/(^|[\s\p{L}\p{N}.,;:!?)”’»…])\/$/u.test(text) || /:\/$|\S*(:\/|www\.)\S*\/$/.test(text)) return false
  const $old = old.selection.$from
  return $old.parent.content.size === $from.parent.content.size - 1 && $old.parentOffset === $from.parentOffset - 1
}

function followsLetter({ selection: { $from } }: EditorState) {
  return $from.parentOffset > 1 && !/\s\/$/.test($from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc'))
}

/** Updates the query. Closes the menu when the caret leaves it or it no longer looks like a block name. */
function updateQuery(slash: SlashState, { doc, selection }: EditorState): SlashState | null {
  const { $from, empty } = selection
  if (!empty || slash.from < $from.start() || slash.from > $from.pos) return null
  const typed = doc.textBetween(slash.from, $from.pos, '\n', '\n')
  const query = slash.hasSlash ? typed.slice(1) : typed
  const lost = slash.hasSlash && !typed.startsWith('/')
  if (lost || query.length > MAX_QUERY_LENGTH || /^\s|\n|\s\s/.test(query)) return null
  const isInlineOver = slash.inline && findBlocks(inlineBlocks, query).length === 0
  if (isInlineOver) return null
  if (query === slash.query) return { ...slash, query }
  return { ...slash, query, active: slash.inline && query.length < MIN_INLINE_QUERY_LENGTH ? -1 : 0 }
}

/** Directly after a letter synonyms do not count: “either/source” is text. */
function isNamed({ name }: Block, query: string) {
  return name.split(' ').some((word) => word.toLowerCase().startsWith(query.toLowerCase()))
}

export function listSlashBlocks(editor: Editor, { query, inline }: SlashState): Block[] {
  const { $from } = editor.state.selection
  const ancestors = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name)
  const isNested = ancestors.some((name) => nestingNodes.has(name))
  const listed = inline ? inlineBlocks.filter((block) => isNamed(block, query)) : blocks
  const fitting = listed.filter(({ command, topLevel }) => hasCommand(editor, command) && !(topLevel && isNested))
  return findBlocks(fitting, query)
}

function onKey(view: EditorView, event: KeyboardEvent, { editor, onChoose }: Options): boolean {
  const slash = getSlashState(view.state)
  if (!slash || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const shown = listSlashBlocks(editor, slash)
  const last = shown.length - 1
  const go = (active: number) => view.dispatch(setSlashState(view.state.tr, { active }))
  const close = () => view.dispatch(setSlashState(view.state.tr, { close: true }))
  const chosen = shown[slash.active]
  if (event.key === 'Escape') close()
  else if (!chosen && (last < 0 || !event.key.startsWith('Arrow'))) return false
  else if (event.key === 'ArrowDown') go(slash.active === last ? 0 : slash.active + 1)
  else if (event.key === 'ArrowUp') go(slash.active <= 0 ? last : slash.active - 1)
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(last)
  else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) onChoose(chosen)
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
