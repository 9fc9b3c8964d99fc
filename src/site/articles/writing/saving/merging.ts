import type { Article, DraftFields } from '#contract/articles/articles.ts'
import { type EngineState, type Next, cancelTimer, emit, show, unsavedFields } from './engine-state.ts'
import { isEqual } from './equality.ts'
import type { ReplaceCause } from './events.ts'
import { fieldNames, fieldsOf, pick } from './fields.ts'
import { type Choices, applyChoices, reconcile, savedBase } from './reconcile.ts'

function reconciled({ shown, base, overtaken }: EngineState, server: Article) {
  return reconcile({ mine: shown.fields, base, server: fieldsOf(server), sent: overtaken })
}

/** Merges the server's version with the edits made here, or shows a conflict. */
export function mergeWith(next: Next, server: Article) {
  const { fields, clash, blocks } = reconciled(next, server)
  if (clash.length === 0) return settleOn(next, server, { fields, cause: 'merged' })
  cancelTimer(next, 'save')
  cancelTimer(next, 'retry')
  show(next, { phase: 'conflict', conflict: { theirs: server, clash, blocks } })
}

/** The server's version becomes the base, and `fields` are shown. */
function settleOn(next: Next, server: Article, { fields, cause }: { fields: DraftFields; cause: ReplaceCause }) {
  const { shown } = next
  const names = fieldNames.filter((name) => !isEqual(shown.fields[name], fields[name]))
  const merges = shown.merges + (cause === 'merged' && names.length > 0 ? 1 : 0)
  const phase = shown.conflict ? 'unsaved' : shown.phase
  next.overtaken = {}
  next.base = savedBase(fields, fieldsOf(server))
  show(next, { fields, version: server.version, last: server, merges, conflict: null, phase })
  if (names.length > 0) emit(next, { type: 'replaced', fields, names, cause })
}

/** An action on this page changed the article on the server. Unsaved edits stay. */
export function adopt(next: Next, article: Article) {
  const fields = { ...fieldsOf(article), ...pick(next.shown.fields, unsavedFields(next)) }
  settleOn(next, article, { fields, cause: 'chosen' })
  receive(next, article)
}

export function receive(next: Next, article: Article) {
  next.server = article
  emit(next, { type: 'received', article })
}

/** The text that is not chosen is stored before it is replaced. */
export function resolve(next: Next, choices: Choices) {
  const { articleId, person, shown, stamp } = next
  const { conflict, fields } = shown
  if (!conflict || next.resolving) return
  const { theirs: server } = conflict
  const { fields: result, mine, theirs } = applyChoices(reconciled(next, server), fieldsOf(server), choices)
  const losesMine = Object.keys(mine).length > 0
  // Another person's text stays in the revisions; the writer's own from a moment ago may not.
  if (!losesMine && server.savedBy?.id !== person) return finishResolving(next, server, result)
  const text = { articleId, person, fields: losesMine ? mine : theirs, insteadOf: result.body, at: stamp.at }
  next.resolving = { choices, fields, result, losesMine, text }
  emit(next, { type: 'store-discarded', text })
}

export function discardedStored(next: Next) {
  if (!next.resolving) return
  const { choices, fields, result, losesMine, text } = next.resolving
  const { conflict, fields: current } = next.shown
  next.resolving = null
  show(next, { discarded: text })
  if (!conflict) return
  // Edited meanwhile: other text is discarded now.
  if (current !== fields) return resolve(next, choices)
  if (losesMine) emit(next, { type: 'add-to-history', body: fields.body, force: true })
  finishResolving(next, conflict.theirs, result)
}

function finishResolving(next: Next, server: Article, fields: DraftFields) {
  settleOn(next, server, { fields, cause: 'chosen' })
  emit(next, { type: 'flush' })
}
