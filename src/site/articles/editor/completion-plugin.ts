import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

type CompletionKind = 'emoji' | 'person'

/** An option of the menu: the text it inserts, and the link on it. */
export type CompletionOption = { id: string; name: string; detail?: string; text: string; href?: string }

/** The open menu. The options belong to `answered`, which may be an earlier query. */
export type Completion = {
  kind: CompletionKind
  from: number
  query: string
  answered: string | null
  options: CompletionOption[]
  active: number
}

type State = {
  open: Completion | null
  /** Position of a trigger character whose menu was closed. */ closed: number | null
}
type Change = { close: true } | { active: number } | { answered: string; options: CompletionOption[] }

const key = new PluginKey<State>('completion')

/** The trigger character at the start of a word, and what follows it up to the caret. A name may have one space. */
const triggers: { kind: CompletionKind; find: RegExp }[] = [
  { kind: 'emoji', find: /(?:^|[\s(])(:([\p{L}\p{N}_+-]{2,30}))$/u },
  { kind: 'person', find: /(?:^|[\s(])(@([\p{L}\p{N}_.-]{1,40}(?: [\p{L}\p{N}.-]{0,40})?))$/u },
]

export const getCompletion = (state: EditorState) => key.getState(state)?.open ?? null

export function setCompletion(tr: Transaction, change: Change) {
  return tr.setMeta(key, change)
}

/** Completes `:emoji` and `@name`. Focus stays in the text. */
export function completionPlugin() {
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ open: null, closed: null }),
      apply: (tr, before, _, state) => next(tr, before, state),
    },
    props: {
      handleKeyDown: (view, event) => onKey(view, event),
      handleTextInput: (view, _from, _to, text) => text === ':' && completeShortcode(view),
      handleDOMEvents: {
        blur(view) {
          if (getCompletion(view.state)) view.dispatch(setCompletion(view.state.tr, { close: true }))
          return false
        },
      },
    },
  })
}

function next(tr: Transaction, { open, closed }: State, state: EditorState): State {
  const change: Change | undefined = tr.getMeta(key)
  if (change && 'close' in change) return { open: null, closed: open?.from ?? closed }
  if (change && open) {
    if ('active' in change) return { open: { ...open, active: change.active }, closed }
    return { open: { ...open, ...change, active: 0 }, closed }
  }
  if (!tr.docChanged && !tr.selectionSet) return { open, closed }
  const found = findTrigger(state)
  const closedNow = closed === null ? null : tr.mapping.map(closed, -1)
  if (!found) return { open: null, closed: null }
  if (found.from === closedNow) return { open: null, closed: closedNow }
  if (open?.kind === found.kind && open.from === found.from)
    return { open: { ...open, query: found.query }, closed: null }
  const isTyped =
    tr.docChanged && !tr.getMeta('history$') && !tr.getMeta('uiEvent') && tr.getMeta('addToHistory') !== false
  return { open: isTyped ? { ...found, answered: null, options: [], active: 0 } : null, closed: null }
}

function findTrigger({ selection }: EditorState): Pick<Completion, 'kind' | 'from' | 'query'> | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  if ($from.marks().some(({ type }) => type.name === 'code')) return null
  const text = $from.parent.textBetween(Math.max(0, $from.parentOffset - 90), $from.parentOffset, '\n', '\ufffc')
  for (const { kind, find } of triggers) {
    const [, whole = '', query = ''] = find.exec(text) ?? []
    if (whole !== '') return { kind, from: $from.pos - whole.length, query }
  }
  return null
}

/** The options, unless they belong to an earlier query. Those are still shown, but no key chooses one. */
export function currentOptions(open: Completion | null): CompletionOption[] {
  return open && open.answered === open.query ? open.options : []
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const open = getCompletion(view.state)
  if (!open || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const options = currentOptions(open)
  const chosen = options[open.active]
  const go = (active: number) => view.dispatch(setCompletion(view.state.tr, { active }))
  if (event.key === 'Escape') view.dispatch(setCompletion(view.state.tr, { close: true }))
  else if (!chosen) return false
  else if (event.key === 'ArrowDown') go((open.active + 1) % options.length)
  else if (event.key === 'ArrowUp') go((open.active + options.length - 1) % options.length)
  else if (event.key === 'Enter' || event.key === 'Tab') choose(view, chosen)
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** `:tada:`, once the list is loaded. */
function completeShortcode(view: EditorView): boolean {
  const open = getCompletion(view.state)
  const exact = open?.kind === 'emoji' && currentOptions(open).find(({ id }) => id === open.query.toLowerCase())
  if (!exact) return false
  choose(view, exact)
  return true
}

/** Replaces the trigger character and the query. */
export function choose(view: EditorView, { text, href }: CompletionOption) {
  const open = getCompletion(view.state)
  if (!open) return
  const { tr, schema, selection } = view.state
  const { link } = schema.marks
  const marks = selection.$from.marks().filter(({ type }) => type !== link)
  const node = schema.text(text, href && link ? [...marks, link.create({ href })] : marks)
  tr.replaceWith(open.from, selection.from, node)
  // Text typed after the link is not part of it.
  if (link) tr.removeStoredMark(link)
  view.dispatch(setCompletion(tr, { close: true }).scrollIntoView())
}
