import type { Article, SaveResult } from '#contract/articles/articles.ts'
import {
  type EngineState,
  FIRST_VERSION,
  type Next,
  type Recovery,
  emit,
  hasUnsaved,
  show,
  startTimer,
} from './engine-state.ts'
import { refresh } from './fetching.ts'
import { fieldNames } from './fields.ts'
import { type LocalCopy, baseOf } from './local-store.ts'
import { mergeWith } from './merging.ts'
import { isSameStored } from './reconcile.ts'
import { endTask, fetch, rest } from './sending.ts'

/** How long the other tabs have to answer that they are open. */
export const TAB_REPLY_MS = 100

/** Takes over what closed tabs of this browser could not save. */
export function recoverOnOpen(next: Next) {
  emit(next, { type: 'broadcast', kind: 'hello' })
  begin(next, 'open', 'finding')
  emit(next, { type: 'find-local-copies' })
}

/** A tab that closed may have left unsaved edits. This tab continues them if it has none of its own. */
export function recoverClosedTab(next: Next) {
  if (next.recovery) next.recovery = { ...next.recovery, again: true }
  else if (isIdle(next)) {
    begin(next, 'tab-closed', 'delaying')
    startTimer(next, 'tabs', TAB_REPLY_MS)
  }
}

function begin(next: Next, cause: Recovery['cause'], step: Recovery['step']) {
  next.recovery = { cause, step, copies: [], archived: true, again: false }
}

function isIdle(state: EngineState) {
  return state.ending === 'no' && state.shown.phase === 'saved' && !hasUnsaved(state)
}

export function copiesFound(next: Next, found: readonly LocalCopy[]) {
  const { recovery, person, tab } = next
  if (recovery?.step !== 'finding') return
  const copies = found.filter((copy) => copy.person === person && copy.tab !== tab)
  if (copies.length === 0) return endRecovery(next, false)
  next.recovery = { ...recovery, copies, step: 'asking-tabs' }
  startTimer(next, 'tabs', TAB_REPLY_MS)
}

export function tabsAnswered(next: Next) {
  const { recovery, otherTabs, ending } = next
  if (recovery?.step === 'delaying') {
    next.recovery = { ...recovery, step: 'finding' }
    return emit(next, { type: 'find-local-copies' })
  }
  if (recovery?.step !== 'asking-tabs') return
  const copies = recovery.copies.filter(({ tab }) => !otherTabs.includes(tab)).toSorted((a, b) => b.at - a.at)
  if (copies.length === 0 || ending !== 'no') return endRecovery(next, false)
  const opens = recovery.cause === 'open'
  next.recovery = { ...recovery, copies, step: opens ? 'taking' : 'refreshing' }
  if (!opens) refresh(next)
}

/** Goes on when no other task is running. */
export function continueRecovery(next: Next) {
  const { recovery, task, shown } = next
  if (task || (recovery?.step !== 'refreshing' && recovery?.step !== 'taking')) return
  if (recovery.step === 'refreshing' && !isIdle(next)) return endRecovery(next, false)
  next.recovery = { ...recovery, step: 'taking' }
  const newest = recovery.copies[0]?.version ?? 0
  // The page was loaded with data from before this browser's last save.
  if (shown.version !== null && newest > shown.version) fetch(next, 'recover')
  else archiveOlder(next)
}

/** Only the newest copy is taken over; the text of the others goes to the edit history. */
export function archiveOlder(next: Next) {
  const bodies = (next.recovery?.copies ?? []).slice(1).flatMap(({ fields }) => fields.body ?? [])
  if (bodies.length === 0) return takeNewest(next)
  next.task = { kind: 'recover', step: { name: 'archiving' } }
  emit(next, { type: 'archive', bodies })
}

export function archived(next: Next, ok: boolean) {
  if (next.recovery) next.recovery = { ...next.recovery, archived: ok }
  takeNewest(next)
}

function takeNewest(next: Next) {
  const newest = takeable(next)
  if (!newest) return endRecovery(next, false)
  const { attempt } = newest
  const isCurrent = newest.version === next.shown.version
  if (attempt && !isCurrent) {
    // Its reply was lost. If it was the last save, the server recognizes its key and replies with the version it made.
    next.task = { kind: 'recover', step: { name: 'saving' } }
    return emit(next, { type: 'save', attempt })
  }
  next.attempt = attempt
  take(next, newest, isCurrent)
}

/** Null if edits were made here meanwhile: they must not be overwritten, and the copies stay for the next tab. */
function takeable(state: EngineState) {
  return state.ending === 'no' && !hasUnsaved(state) ? (state.recovery?.copies[0] ?? null) : null
}

export function attemptRepeated(next: Next, reply: Article | SaveResult | null) {
  const newest = takeable(next)
  if (!newest) return endRecovery(next, false)
  const { version } = next.shown
  // Creating an article that exists returns its current state, which another person may have saved.
  const isOurs = newest.attempt?.version !== null || version === FIRST_VERSION
  take(next, newest, isOurs && reply?.version === version)
}

function take(next: Next, copy: LocalCopy, isCurrent: boolean) {
  const { base, server } = next
  const fields = { ...base, ...copy.fields }
  next.recovered = !fieldNames.every((name) => isSameStored(name, fields, base))
  if (!next.recovered) next.attempt = null
  else if (isCurrent || !server) show(next, { fields, phase: 'unsaved' })
  else {
    // Rebased: as if the edits had been made in this tab, from the version they were based on.
    next.overtaken = copy.attempt?.fields ?? {}
    next.base = { ...base, ...baseOf(copy, base), ...(copy.version === null && next.overtaken) }
    show(next, { fields, version: copy.version ?? FIRST_VERSION, phase: 'unsaved' })
    mergeWith(next, server)
  }
  rest(next, 'recover')
}

/** The copies are deleted only once they are in this tab's own copy. */
export function copyTaken(next: Next) {
  const { copies = [], archived: all = false } = next.recovery ?? {}
  const keys = (all ? copies : copies.slice(0, 1)).map(({ key }) => key)
  if (next.shown.localCopy !== 'failed') emit(next, { type: 'delete-local-copies', keys })
  endRecovery(next, next.recovered)
}

function endRecovery(next: Next, recovered: boolean) {
  const { recovery, task, shown } = next
  next.recovery = null
  next.recovered = recovered
  if (task?.kind === 'recover') endTask(next)
  if (recovered && recovery?.cause === 'tab-closed')
    emit(next, { type: 'replaced', fields: shown.fields, names: ['body'], cause: 'chosen' }, { type: 'flush' })
  if (recovery?.again) recoverClosedTab(next)
}
