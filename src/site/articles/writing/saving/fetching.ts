import type { Article } from '#contract/articles/articles.ts'
import { type Next, type Task, emit, isBlocked } from './engine-state.ts'
import { receive } from './merging.ts'
import type { SaveFailure } from './save-failure.ts'
import { applyFailure, endTask, fetch, flush, rest, sendNext } from './sending.ts'

/** Fetches the server's version, then sends what is unsaved. */
export function refresh(next: Next) {
  if (next.shown.version === null || next.ending !== 'no') return
  if (next.task) {
    next.pending = { ...next.pending, refresh: true }
    return
  }
  next.mustFetch = true
  flush(next)
}

/**
 * Another person or tab saved this version. It is merged in without sending: two people whose saves triggered each
 * other's would never stop. A running task ends first, as it may be the save that made this version.
 */
export function mergeRemote(next: Next, version: number) {
  const { shown, task, pending, ending } = next
  if (task) {
    next.pending = { ...pending, version: Math.max(version, pending.version) }
    return
  }
  if (shown.version === null || version <= shown.version || ending !== 'no' || isBlocked(next)) return
  next.mustFetch = true
  // An attempt that waits for its retry meets the newer version by itself.
  if (!next.attempt) fetch(next, 'merge')
}

/** True if the version is newer: it is merged after `composition-ended`. */
export function fetched(next: Next, task: Task, article: Article) {
  next.mustFetch = false
  next.failures = 0
  receive(next, article)
  if (article.version === next.shown.version) return false
  next.task = { ...task, step: { name: 'composing', article } }
  emit(next, { type: 'await-composition' })
  return true
}

export function fetchFailed(next: Next, failure: SaveFailure) {
  next.mustFetch = failure.kind === 'retry' || failure.kind === 'signed-out'
  applyFailure(next, failure)
}

/** What `send` and `merge` do with the server's version. */
export function afterFetch(next: Next, { kind }: Task) {
  if (next.shown.phase === 'conflict') endTask(next)
  else if (kind === 'send') sendNext(next)
  else if (next.timers.retry) endTask(next)
  else rest(next, kind)
}

export function afterFetchFailure(next: Next, { kind }: Task, failure: SaveFailure) {
  if (failure.kind === 'refused' || failure.kind === 'conflict') rest(next, kind)
  else endTask(next)
}
