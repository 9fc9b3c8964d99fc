import { type EngineState, type Next, cancelTimer, emit, hasUnsaved, show, startTimer } from './engine-state.ts'
import type { Effect, EngineEvent, StampedEvent, TimerName } from './events.ts'
import { afterFetch, afterFetchFailure, fetchFailed, fetched, mergeRemote, refresh } from './fetching.ts'
import { localCopyWritten, scheduleLocalCopy, storeForUnload, writeLocalCopy } from './local-copy.ts'
import { adopt, discardedStored, mergeWith, resolve } from './merging.ts'
import {
  archiveOlder,
  archived,
  attemptRepeated,
  continueRecovery,
  copiesFound,
  copyTaken,
  recoverClosedTab,
  recoverOnOpen,
  tabsAnswered,
} from './recovery.ts'
import { SAVE_DELAY_MS, flush, rested, saveFailed, saveSucceeded } from './sending.ts'
import type { TabMessage } from './tab-channel.ts'

/** Continuous typing is saved this often. */
const SAVE_INTERVAL_MS = 10_000

/**
 * The autosave engine as a pure function. It stores each edit in the browser at once and on the server soon, and loses
 * none, in whatever order events arrive. One task talks to the server at a time.
 */
export function reduce(state: EngineState, event: StampedEvent): [EngineState, Effect[]] {
  const next: Next = { ...state, stamp: { at: event.at, id: event.id }, effects: [] }
  handle(next, event)
  if (!next.task) runPending(next)
  const { effects, ...result } = next
  return [result, effects]
}

function handle(next: Next, event: EngineEvent) {
  switch (event.type) {
    case 'open':
      return recoverOnOpen(next)
    case 'opened':
      if (event.discarded?.person === next.person) show(next, { discarded: event.discarded })
      return next.recovered && flush(next)
    case 'edit':
      next.shown = { ...next.shown, fields: { ...next.shown.fields, ...event.patch } }
      return edited(next, Object.keys(event.patch))
    case 'edit-body':
      if (!next.typedSinceSnapshot) addToHistory(next, true)
      next.typedSinceSnapshot = true
      return edited(next, ['body'])
    case 'body-read':
      next.shown = { ...next.shown, fields: { ...next.shown.fields, body: event.body } }
      return
    case 'flush':
      return flush(next)
    case 'refresh':
      return refresh(next)
    case 'adopt':
      return adopt(next, event.article)
    case 'resolve':
      return resolve(next, event.choices)
    case 'delete-discarded':
      return show(next, { discarded: null })
    case 'page-hide':
      return storeForUnload(next)
    case 'page-leave':
      return emit(next, { type: 'broadcast', kind: 'bye' })
    case 'page-return':
      emit(next, { type: 'broadcast', kind: 'hello' })
      return refresh(next)
    case 'close':
      return close(next)
    case 'remote-version':
      return mergeRemote(next, event.version)
    case 'tab-message':
      return tabMessage(next, event.message)
    case 'timer':
      next.timers = { ...next.timers, [event.timer]: false }
      return timerFired(next, event.timer)
    case 'discarded-stored':
      return discardedStored(next)
    case 'local-copies-found':
      return copiesFound(next, event.copies)
    case 'local-copy-written':
      return copyWritten(next, event.durable)
    default:
      return taskResult(next, event)
  }
}

/** An edit may correct what the server refused, so errors of the edited fields are dropped. */
function edited(next: Next, names: readonly string[]) {
  const { shown, stamp } = next
  const fieldErrors = shown.fieldErrors.filter(({ field }) => field !== null && !names.includes(field))
  const isIdle = shown.phase === 'saved' || shown.phase === 'refused'
  next.firstUnsavedAt ??= stamp.at
  scheduleLocalCopy(next)
  const latest = next.firstUnsavedAt + SAVE_INTERVAL_MS - stamp.at
  startTimer(next, 'save', Math.max(0, Math.min(SAVE_DELAY_MS, latest)))
  show(next, { fieldErrors, phase: !isIdle ? shown.phase : fieldErrors.length > 0 ? 'refused' : 'unsaved' })
}

function addToHistory(next: Next, force: boolean) {
  emit(next, { type: 'add-to-history', body: next.shown.fields.body, force })
}

function timerFired(next: Next, timer: TimerName) {
  switch (timer) {
    case 'save':
      if (next.typedSinceSnapshot) addToHistory(next, false)
      next.typedSinceSnapshot = false
      // A waiting retry sends this, too.
      return next.timers.retry || flush(next)
    case 'retry':
      next.notBefore = 0
      return flush(next)
    case 'local-copy':
      return writeLocalCopy(next)
    case 'tabs':
      return tabsAnswered(next)
  }
}

function tabMessage(next: Next, { kind, tab }: TabMessage) {
  const others = next.otherTabs.filter((other) => other !== tab)
  next.otherTabs = kind === 'bye' ? others : [...others, tab]
  if (next.otherTabs.length !== next.shown.tabs) show(next, { tabs: next.otherTabs.length })
  if (kind === 'hello') {
    emit(next, { type: 'broadcast', kind: 'here' })
    // A tab that has just opened should get what this one has.
    flush(next)
  }
  if (kind === 'saved') mergeRemote(next, Infinity)
  if (kind === 'bye') recoverClosedTab(next)
}

function copyWritten(next: Next, durable: boolean) {
  const { writes } = next.localCopy
  localCopyWritten(next, durable)
  const { task, attempt } = next
  if (!task || !('write' in task.step) || task.step.write > writes) return
  if (task.step.name === 'storing' && attempt) {
    next.task = { ...task, step: { name: 'saving' } }
    emit(next, { type: 'save', attempt })
  } else if (task.kind === 'recover') copyTaken(next)
  else rested(next, task.kind)
}

type TaskResult = Extract<
  EngineEvent,
  { type: 'save-succeeded' | 'save-failed' | 'fetched' | 'fetch-failed' | 'composition-ended' | 'archived' }
>

function taskResult(next: Next, event: TaskResult) {
  const { task } = next
  if (!task) return
  const recovers = task.kind === 'recover'
  const afterMerge = () => (recovers ? archiveOlder(next) : afterFetch(next, task))
  switch (event.type) {
    case 'save-succeeded':
      return recovers ? attemptRepeated(next, event.reply) : saveSucceeded(next, event.reply)
    case 'save-failed':
      return recovers ? attemptRepeated(next, null) : saveFailed(next, event.failure)
    case 'fetched':
      return fetched(next, task, event.article) || afterMerge()
    case 'composition-ended':
      if (task.step.name === 'composing') mergeWith(next, task.step.article)
      return afterMerge()
    case 'fetch-failed':
      fetchFailed(next, event.failure)
      return recovers ? archiveOlder(next) : afterFetchFailure(next, task, event.failure)
    case 'archived':
      return archived(next, event.ok)
  }
}

/** Edits are stored and sent before the engine ends; what then fails is in the local copy. */
function close(next: Next) {
  next.ending = 'flushing'
  if (!hasUnsaved(next)) return end(next)
  writeLocalCopy(next)
  flush(next)
}

function end(next: Next) {
  next.ending = 'done'
  cancelTimer(next, 'retry')
  cancelTimer(next, 'save')
  emit(next, { type: 'close-channel' })
}

/** What had to wait for a task to end. */
function runPending(next: Next) {
  if (next.ending === 'flushing') end(next)
  const { refresh: refreshes, version } = next.pending
  if (refreshes || version > 0) {
    next.pending = { refresh: false, version: 0 }
    if (refreshes) refresh(next)
    else mergeRemote(next, version)
  }
  continueRecovery(next)
}
