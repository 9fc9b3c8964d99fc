import type { Article, SaveResult } from '#contract/articles/articles.ts'
import {
  type EngineState,
  FIRST_VERSION,
  type Next,
  type Task,
  cancelTimer,
  emit,
  isBlocked,
  show,
  startTimer,
  unsavedFields,
} from './engine-state.ts'
import { isEqual } from './equality.ts'
import { fieldNames, fieldsOf, pick } from './fields.ts'
import { currentWrite, writeLocalCopy } from './local-copy.ts'
import type { SaveAttempt } from './local-store.ts'
import { mergeWith } from './merging.ts'
import type { FieldError, SaveFailure } from './save-failure.ts'

export const SAVE_DELAY_MS = 1000
const RETRY_MIN_MS = 2000
const RETRY_MAX_MS = 60_000
/** After this many server errors in a row the newest text is sent instead of the same attempt. */
const MAX_SERVER_ERRORS = 3
/** After this many conflicts in a row, as when several people save at once, the next try is delayed. */
const MAX_CONFLICTS = 5

/** Saves now. While another task runs, only the timers are stopped: the task ends with saving or with a new timer. */
export function flush(next: Next) {
  if (isBlocked(next)) return
  const waitMs = next.notBefore - next.stamp.at
  if (waitMs > 0) {
    // A conflict stops the retry that the server asked for.
    if (!next.timers.retry && next.ending === 'no') startTimer(next, 'retry', waitMs)
    return
  }
  cancelTimer(next, 'retry')
  cancelTimer(next, 'save')
  if (!next.task) sendNext(next)
}

/** Fetches if necessary, then sends the unfinished attempt or the unsaved fields, or rests. */
export function sendNext(next: Next) {
  if (next.mustFetch && !next.attempt) return fetch(next, 'send')
  next.attempt ??= nextAttempt(next)
  if (!next.attempt) return rest(next, 'send')
  next.firstUnsavedAt = null
  show(next, { phase: 'saving' })
  // Stored before it is sent, so that a later tab can ask the server about it.
  awaitLocalCopy(next, 'send', 'storing')
}

/** Fields that the server refused are left out until they are edited. */
function nextAttempt(state: EngineState): SaveAttempt | null {
  const { fieldErrors, fields, version } = state.shown
  const refused = new Set(fieldErrors.map(({ field }) => field))
  const names = unsavedFields(state).filter((name) => !refused.has(name))
  if (names.length === 0 || refused.has(null)) return null
  return { save: state.stamp.id, version, fields: pick(fields, names) }
}

export function fetch(next: Next, kind: Task['kind']) {
  next.task = { kind, step: { name: 'fetching' } }
  emit(next, { type: 'fetch' })
}

function awaitLocalCopy(next: Next, kind: Task['kind'], name: 'storing' | 'resting') {
  writeLocalCopy(next)
  next.task = { kind, step: { name, write: currentWrite(next) } }
}

/** Ends a task with a current local copy, as nothing is left that the server would accept. */
export function rest(next: Next, kind: Task['kind']) {
  awaitLocalCopy(next, kind, 'resting')
}

export function rested(next: Next, kind: Task['kind']) {
  // Edited while resting, and flushed since.
  if (kind === 'send' && !next.timers.save && nextAttempt(next)) return sendNext(next)
  const isUnsaved = unsavedFields(next).length > 0
  const phase = next.shown.fieldErrors.length > 0 ? 'refused' : isUnsaved ? 'unsaved' : 'saved'
  if (phase === 'saved') next.firstUnsavedAt = null
  show(next, { phase })
  endTask(next)
}

export function endTask(next: Next) {
  const { shown, timers, ending } = next
  next.task = null
  next.finishedTasks += 1
  // `flush` stopped the timer while the task was running.
  if (shown.phase === 'unsaved' && !timers.save && !timers.retry && ending === 'no')
    startTimer(next, 'save', SAVE_DELAY_MS)
}

export function saveSucceeded(next: Next, reply: Article | SaveResult) {
  const { attempt, shown } = next
  next.attempt = null
  // A reply older than an adopted version says nothing about that version.
  if (attempt && reply.version >= (shown.version ?? 0)) acknowledge(next, attempt, reply)
  if (next.shown.phase === 'conflict') return endTask(next)
  if (!next.timers.save) return sendNext(next)
  // The writer is typing: the next save waits for a pause.
  show(next, { phase: 'unsaved' })
  endTask(next)
}

function acknowledge(next: Next, attempt: SaveAttempt, reply: Article | SaveResult) {
  const { base, shown } = next
  const created = 'id' in reply ? reply : null
  const isNew = created?.version === FIRST_VERSION
  // Values that the server chose for a new article are not edits.
  const defaults = fieldNames.filter((name) => !(name in attempt.fields) && isEqual(shown.fields[name], base[name]))
  const chosen = isNew ? pick(fieldsOf(created), defaults) : {}
  // An article is created by its first save alone. A later version is merged like any other change.
  const version = created ? FIRST_VERSION : reply.version
  next.failures = 0
  next.conflicts = 0
  next.base = { ...base, ...chosen, ...attempt.fields }
  show(next, { version, savedAt: next.stamp.at, last: reply, fields: { ...shown.fields, ...chosen } })
  emit(next, { type: 'broadcast', kind: 'saved' })
  if (!created) return
  next.server = created
  emit(next, { type: 'created', article: created })
  if (!isNew) mergeWith(next, created)
}

export function saveFailed(next: Next, failure: SaveFailure) {
  applyFailure(next, failure)
  if (failure.kind === 'refused' || (failure.kind === 'conflict' && next.conflicts < MAX_CONFLICTS)) sendNext(next)
  else endTask(next)
}

export function applyFailure(next: Next, failure: SaveFailure) {
  switch (failure.kind) {
    case 'retry':
      return retryLater(next, failure)
    case 'signed-out':
      return show(next, { phase: 'signed-out' })
    case 'conflict':
      next.conflicts += 1
      abandonAttempt(next)
      if (next.conflicts >= MAX_CONFLICTS) retryLater(next, { afterMs: RETRY_MIN_MS, isServerError: false })
      return
    case 'closed':
      next.attempt = null
      return show(next, { phase: 'closed', closed: { code: failure.code, message: failure.message } })
    case 'refused': {
      const { fields, fieldErrors } = next.shown
      const sent = next.attempt?.fields ?? {}
      // A field edited since it was sent is tried again.
      const isAsSent = ({ field }: FieldError) =>
        field === null || !(field in sent) || isEqual(fields[field], sent[field])
      next.attempt = null
      return show(next, { fieldErrors: [...fieldErrors, ...failure.errors.filter(isAsSent)] })
    }
  }
}

function retryLater(next: Next, { afterMs, isServerError }: { afterMs: number | null; isServerError: boolean }) {
  const ms = afterMs ?? Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** next.failures)
  next.failures += 1
  // The text itself may cause the error. A new article can only be created by its first attempt.
  const isStuck = isServerError && next.failures >= MAX_SERVER_ERRORS
  if (isStuck && next.attempt?.version !== null) abandonAttempt(next)
  if (afterMs !== null) next.notBefore = next.stamp.at + ms
  if (next.ending === 'no') startTimer(next, 'retry', ms)
  show(next, { phase: afterMs === null ? 'offline' : 'waiting' })
}

/** The attempt is not sent again; what the server has tells whether it arrived. */
function abandonAttempt(next: Next) {
  if (!next.attempt) return
  next.overtaken = { ...next.overtaken, ...next.attempt.fields }
  next.attempt = null
  next.mustFetch = true
}
