import type { Article, DraftFields } from '#contract/articles/articles.ts'
import { isEqual } from './equality.ts'
import type { Effect, Stamp, TimerName } from './events.ts'
import { type FieldName, fieldNames, isBlank } from './fields.ts'
import type { DiscardedText, LocalCopy, SaveAttempt } from './local-store.ts'
import type { Choices } from './reconcile.ts'
import { type SaveState, initialSaveState } from './save-state.ts'

/** The version of an article that was created and not changed since. */
export const FIRST_VERSION = 1

/** The step of a task that waits for write number `write` of the local copy, or a later one. */
type StoringStep = { name: 'storing' | 'resting'; write: number }

type TaskStep =
  | { name: 'fetching' | 'saving' | 'archiving' }
  /** The article waits until the writer has finished composing a character. */
  | { name: 'composing'; article: Article }
  | StoringStep

/**
 * The one task that may talk to the server: `send` saves until nothing is unsaved, `merge` fetches and merges without
 * saving, `recover` takes over local copies of closed tabs.
 */
export type Task = { kind: 'send' | 'merge' | 'recover'; step: TaskStep }

export type Recovery = {
  cause: 'open' | 'tab-closed'
  step: 'delaying' | 'finding' | 'asking-tabs' | 'refreshing' | 'taking'
  /** Newest first. */
  copies: readonly LocalCopy[]
  /** Whether the older copies are in the edit history, so that they can be deleted. */
  archived: boolean
  /** Another tab closed meanwhile. */
  again: boolean
}

type Resolving = {
  choices: Choices
  fields: DraftFields
  result: DraftFields
  losesMine: boolean
  text: DiscardedText
}

export type EngineState = {
  readonly articleId: string
  readonly person: string
  readonly tab: string
  readonly shown: SaveState
  /** The fields of the version that `shown.fields` are based on. */
  readonly base: DraftFields
  /** The article as last received from the server. */
  readonly server: Article | null
  readonly typedSinceSnapshot: boolean
  /** A save whose result is unknown. It is repeated unchanged, with the same key, before anything newer is sent. */
  readonly attempt: SaveAttempt | null
  /** Fields of attempts that a newer version overtook: the server may have stored them before that. */
  readonly overtaken: Partial<DraftFields>
  readonly mustFetch: boolean
  readonly failures: number
  readonly conflicts: number
  /** The server asked not to be called before this time. */
  readonly notBefore: number
  readonly firstUnsavedAt: number | null
  readonly ending: 'no' | 'flushing' | 'done'
  readonly timers: Readonly<Partial<Record<TimerName, boolean>>>
  /** `writes` counts the writes started; `at` is the time in the last copy. */
  readonly localCopy: {
    readonly writes: number
    readonly writing: boolean
    readonly queued: boolean
    readonly at: number
  }
  readonly otherTabs: readonly string[]
  readonly task: Task | null
  readonly finishedTasks: number
  /** What arrived while a task was running. */
  readonly pending: { readonly refresh: boolean; readonly version: number }
  /** The resolution of a conflict, applied once the discarded text is stored. */
  readonly resolving: Resolving | null
  readonly recovery: Recovery | null
  /** Whether the last recovery found text that the server lacks. */
  readonly recovered: boolean
  /** Of the last event. */
  readonly stamp: Stamp
}

type Start = { articleId: string; person: string; tab: string; article: Article | null; fields: DraftFields }

export function initialState({ article, fields, ...ids }: Start): EngineState {
  return {
    ...ids,
    shown: initialSaveState(article, fields),
    base: fields,
    server: article,
    typedSinceSnapshot: false,
    attempt: null,
    overtaken: {},
    mustFetch: false,
    failures: 0,
    conflicts: 0,
    notBefore: 0,
    firstUnsavedAt: null,
    ending: 'no',
    timers: {},
    localCopy: { writes: 0, writing: false, queued: false, at: 0 },
    otherTabs: [],
    task: null,
    finishedTasks: 0,
    pending: { refresh: false, version: 0 },
    resolving: null,
    recovery: null,
    recovered: false,
    stamp: { at: 0, id: '' },
  }
}

/**
 * The state that an event leads to, while it is being made: a shallow copy that the functions of the reducer assign to.
 * Only its own properties are assigned; the objects in it are shared with the state before and are never changed.
 */
export type Next = { -readonly [K in keyof EngineState]: EngineState[K] } & { readonly effects: Effect[] }

export function emit(next: Next, ...effects: Effect[]) {
  next.effects.push(...effects)
}

/** Changes what the page shows, and tells it. */
export function show(next: Next, part: Partial<SaveState>) {
  next.shown = { ...next.shown, ...part }
  emit(next, { type: 'changed' })
}

export function startTimer(next: Next, timer: TimerName, ms: number) {
  next.timers = { ...next.timers, [timer]: true }
  emit(next, { type: 'start-timer', timer, ms })
}

export function cancelTimer(next: Next, timer: TimerName) {
  if (!next.timers[timer]) return
  next.timers = { ...next.timers, [timer]: false }
  emit(next, { type: 'cancel-timer', timer })
}

/** A new article that is still blank has nothing to save. */
export function unsavedFields({ shown: { fields, version }, base }: EngineState): FieldName[] {
  if (version === null && isBlank(fields)) return []
  return fieldNames.filter((name) => !isEqual(fields[name], base[name]))
}

export function hasUnsaved(state: EngineState) {
  return state.attempt !== null || unsavedFields(state).length > 0
}

/** A conflict waits for the writer; a closed article is never saved again. */
export function isBlocked({ shown: { phase } }: EngineState) {
  return phase === 'conflict' || phase === 'closed'
}
