import { type EngineState, type Next, cancelTimer, emit, show, startTimer, unsavedFields } from './engine-state.ts'
import { pick } from './fields.ts'
import { type LocalCopy, localCopyKey } from './local-store.ts'

/** From an edit to the browser's database; documented as a quarter of a second. */
const LOCAL_COPY_MS = 200

/** What this tab has that the server may lack; null when the server has everything. */
function makeLocalCopy(next: Next): LocalCopy | null {
  const { articleId, person, tab, attempt, base, shown } = next
  // Later than every copy before it, even if the clock is set back.
  const at = Math.max(next.stamp.at, next.localCopy.at + 1)
  next.localCopy = { ...next.localCopy, at }
  const names = unsavedFields(next)
  if (names.length === 0 && !attempt) return null
  const changes = { fields: pick(shown.fields, names), base: pick(base, names) }
  const key = localCopyKey(articleId, tab)
  return { key, articleId, tab, person, version: shown.version, ...changes, attempt, at }
}

export function scheduleLocalCopy(next: Next) {
  if (next.shown.localCopy === 'stored') show(next, { localCopy: 'pending' })
  if (!next.timers['local-copy']) startTimer(next, 'local-copy', LOCAL_COPY_MS)
}

/** Writes one copy after the other, so that an older one never overwrites a newer one. */
export function writeLocalCopy(next: Next) {
  cancelTimer(next, 'local-copy')
  if (next.localCopy.writing) next.localCopy = { ...next.localCopy, queued: true }
  else startWrite(next)
}

function startWrite(next: Next) {
  const copy = makeLocalCopy(next)
  const { writes, at } = next.localCopy
  next.localCopy = { writes: writes + 1, writing: true, queued: false, at }
  emit(next, { type: 'write-local-copy', copy })
}

/** The number of the write that contains the state as it is now. */
export function currentWrite({ localCopy: { writes, queued } }: EngineState) {
  return writes + Number(queued)
}

export function localCopyWritten(next: Next, durable: boolean) {
  const { queued } = next.localCopy
  const isCurrent = !queued && !next.timers['local-copy']
  const status = !durable ? 'failed' : isCurrent ? 'stored' : next.shown.localCopy
  next.localCopy = { ...next.localCopy, writing: false }
  if (status !== next.shown.localCopy) show(next, { localCopy: status })
  if (queued) startWrite(next)
}

/** The page may be unloaded before the database is written: what the database lacks is stored synchronously. */
export function storeForUnload(next: Next) {
  const copy = makeLocalCopy(next)
  if (!copy) return
  if (next.shown.localCopy !== 'stored') emit(next, { type: 'write-unload-copy', copy })
  writeLocalCopy(next)
}
