import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Block, blocks } from './blocks.ts'
import { hasCommand } from './commands.ts'
import { findBlocks } from './find-blocks.ts'

/** The open menu: where what was typed for it begins, whether with a slash, and which block would be taken. */
export type Slash = { from: number; slash: boolean; query: string; active: number }

type Change = { open: { from: number; slash: boolean } } | { active: number } | { close: true }

/** Longer than any name: who writes this much is writing. */
const LONGEST_QUERY = 24
const light = new Set(['tableCell', 'tableHeader', 'listItem', 'taskItem', 'callout', 'toggleSummary', 'toggleBody'])

const key = new PluginKey<Slash | null>('slash')

export const slashIn = (state: EditorState) => key.getState(state) ?? null

export function changeSlash(tr: Transaction, change: Change) {
  return tr.setMeta(key, change)
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

type Options = { editor: Editor; onChoose(block: Block): void }

/** Watches for a slash, and gives the keyboard to the menu while it is open. The focus never leaves the text. */
export function slashPlugin({ editor, onChoose }: Options) {
  return new Plugin<Slash | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before, old, state) => next(tr, before, old, state),
    },
    props: {
      handleKeyDown: (view, event) => onKey(view, event, { editor, onChoose }),
      handleDOMEvents: {
        blur(view) {
          if (slashIn(view.state)) view.dispatch(changeSlash(view.state.tr, { close: true }))
          return false
        },
      },
    },
  })
}

function next(tr: Transaction, before: Slash | null, old: EditorState, state: EditorState): Slash | null {
  const change = changeOf(tr)
  if (change && 'close' in change) return null
  if (change && 'open' in change) return follow({ ...change.open, query: '', active: 0 }, state)
  if (!before)
    return wasTyped(tr, old, state) ? { from: state.selection.from - 1, slash: true, query: '', active: 0 } : null
  if (change) return { ...before, active: change.active }
  if (!tr.docChanged && !tr.selectionSet) return before
  // Mapped to the left, or what is typed at the beginning would stand before it.
  return follow({ ...before, from: tr.mapping.map(before.from, -1) }, state)
}

/** Whether this very change put a slash at the beginning of a line or after a space. */
function wasTyped(tr: Transaction, old: EditorState, { selection }: EditorState) {
  const { $from, empty } = selection
  if (!tr.docChanged || !empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return false
  if (tr.getMeta('history$') || tr.getMeta('paste') || tr.getMeta('uiEvent')) return false
  const text = $from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc')
  if (!/(^|\s)\/$/.test(text)) return false
  const $old = old.selection.$from
  return $old.parent.content.size === $from.parent.content.size - 1 && $old.parentOffset === $from.parentOffset - 1
}

/** The menu follows what is typed until the caret leaves it or it stops looking like the name of a block. */
function follow(slash: Slash, { doc, selection }: EditorState): Slash | null {
  const { $from, empty } = selection
  if (!empty || slash.from < $from.start() || slash.from > $from.pos) return null
  const typed = doc.textBetween(slash.from, $from.pos, '\n', '\n')
  const query = slash.slash ? typed.slice(1) : typed
  const lost = slash.slash && !typed.startsWith('/')
  if (lost || query.length > LONGEST_QUERY || /^\s|\n|\s\s/.test(query)) return null
  return { ...slash, query, active: query === slash.query ? slash.active : 0 }
}

/** The blocks the menu shows now. */
export function slashBlocks(editor: Editor, { query }: Slash): Block[] {
  const { $from } = editor.state.selection
  const ancestors = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name)
  const isLight = ancestors.some((name) => light.has(name))
  const fitting = blocks.filter(({ command, heavy }) => hasCommand(editor, command) && !(heavy && isLight))
  return findBlocks(fitting, query)
}

function onKey(view: EditorView, event: KeyboardEvent, { editor, onChoose }: Options): boolean {
  const slash = slashIn(view.state)
  if (!slash || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const shown = slashBlocks(editor, slash)
  const last = shown.length - 1
  const go = (active: number) => view.dispatch(changeSlash(view.state.tr, { active }))
  const close = () => view.dispatch(changeSlash(view.state.tr, { close: true }))
  const chosen = shown[slash.active]
  if (event.key === 'Escape') close()
  else if (!chosen) return false
  else if (event.key === 'ArrowDown') go(slash.active === last ? 0 : slash.active + 1)
  else if (event.key === 'ArrowUp') go(slash.active === 0 ? last : slash.active - 1)
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(last)
  else if (event.key === 'Enter' || event.key === 'Tab') onChoose(chosen)
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
