import type { Article, DraftFields, SaveResult } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import type { Api } from '#site/page.ts'
import { createEditHistory } from './edit-history.ts'
import { initialState } from './engine-state.ts'
import type { Effect, EngineEvent, ReplaceCause, TimerName } from './events.ts'
import type { FieldName } from './fields.ts'
import { newId } from '#site/browser/new-id.ts'
import { type LocalStore, type SaveAttempt, localCopyKey } from './local-store.ts'
import type { Choices } from './reconcile.ts'
import { reduce } from './reducer.ts'
import { type SaveFailure, failureOf } from './save-failure.ts'
import { openTabChannel } from './tab-channel.ts'

/** Replacing text would abort the composition of a character, so it waits, but not longer than this. */
const COMPOSITION_MAX_MS = 5000
const COMPOSITION_POLL_MS = 100

/** Where the draft is stored. */
export type DraftServer = {
  load(): Promise<Article>
  save(attempt: SaveAttempt): Promise<Article | SaveResult>
}

type EngineOptions = {
  api: Api
  /** The server of the article by default. */
  server?: DraftServer
  store: LocalStore
  articleId: string
  person: string
  /** Null for an article that is not on the server yet. */
  article: Article | null
  fields: DraftFields
  onCreated?(article: Article): void
  /** Fields changed by something other than typing, for the editor, which holds its own text. */
  onReplaced?(fields: DraftFields, names: readonly FieldName[], cause: ReplaceCause): void
  isComposing?(): boolean
  /** The article as the server has it now, including what the writer cannot edit. */
  onArticle?(article: Article): void
}

export type Opened = { recovered: boolean; earlier: Document[] }
export type Engine = ReturnType<typeof createEngine>

/** Runs the reducer: executes its effects and dispatches their results as events. */
export function createEngine(options: EngineOptions) {
  const { api, store, articleId, person, article, fields, server = articleServer(api, articleId) } = options
  const tab = newId()
  const listeners = new Set<() => void>()
  const waiters = new Map<() => void, () => boolean>()
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>()
  const queue: Effect[] = []
  const history = createEditHistory({ store, articleId, person })
  const channel = openTabChannel(articleId, tab, (message) => dispatch({ type: 'tab-message', message }))
  let state = initialState({ articleId, person, tab, article, fields })
  let readBody: (() => Document) | null = null
  let isRunning = false
  let isSafeToUnload = true

  function apply(event: EngineEvent) {
    const [next, effects] = reduce(state, { ...event, at: Date.now(), id: newId() })
    state = next
    queue.push(...effects)
  }

  /** Reading the whole text is slow, so it waits for an event other than typing. */
  function applyBody() {
    const read = readBody
    readBody = null
    if (read) apply({ type: 'body-read', body: read() })
  }

  /** An event dispatched while effects run changes the state at once; its effects run after those before it. */
  function dispatch(event: EngineEvent) {
    if (event.type !== 'edit-body') applyBody()
    apply(event)
    if (isRunning) return
    isRunning = true
    for (let effect = queue.shift(); effect; effect = queue.shift()) runSafely(effect)
    isRunning = false
    settleWaiters()
  }

  function settleWaiters() {
    for (const [done, isDone] of waiters) {
      if (!isDone()) continue
      waiters.delete(done)
      done()
    }
  }

  /** An error in a callback of the page must not stop the effects after it. */
  function runSafely(effect: Effect) {
    try {
      run(effect)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  function until(isDone: () => boolean): Promise<void> {
    return isDone() ? Promise.resolve() : new Promise((done) => waiters.set(done, isDone))
  }

  function run(effect: Effect): void {
    switch (effect.type) {
      case 'save':
        return dispatchResult(
          server.save(effect.attempt),
          (reply) => ({ type: 'save-succeeded', reply }),
          (failure) => ({ type: 'save-failed', failure }),
        )
      case 'fetch':
        return dispatchResult(
          server.load(),
          (found) => ({ type: 'fetched', article: found }),
          (failure) => ({ type: 'fetch-failed', failure }),
        )
      case 'await-composition':
        return dispatchEvent(compositionEnd(), () => ({ type: 'composition-ended' }))
      case 'start-timer': {
        const { timer, ms } = effect
        clearTimeout(timers.get(timer))
        timers.set(
          timer,
          setTimeout(() => dispatch({ type: 'timer', timer }), ms),
        )
        return
      }
      case 'cancel-timer':
        return clearTimeout(timers.get(effect.timer))
      case 'write-local-copy':
        return dispatchEvent(
          effect.copy ? store.put(effect.copy) : store.delete(localCopyKey(articleId, tab)),
          (isDone) => ({ type: 'local-copy-written', durable: isDone && (store.durable || !effect.copy) }),
        )
      case 'write-unload-copy':
        isSafeToUnload = store.putSync(effect.copy)
        return
      case 'find-local-copies':
        return dispatchResult(
          store.find(articleId),
          (copies) => ({ type: 'local-copies-found', copies }),
          () => ({ type: 'local-copies-found', copies: [] }),
        )
      case 'delete-local-copies':
        for (const key of effect.keys) void store.delete(key).catch(ignore)
        return
      case 'add-to-history':
        return void history.add(effect.body, effect).catch(ignore)
      case 'archive':
        return dispatchEvent(archive(effect.bodies), (ok) => ({ type: 'archived', ok }))
      case 'store-discarded':
        // If the browser refuses, the text is available as long as the tab.
        return dispatchEvent(store.putDiscarded(effect.text), () => ({ type: 'discarded-stored' }))
      case 'broadcast':
        return channel.send(effect.kind)
      case 'close-channel':
        return channel.close()
      case 'flush':
        return dispatch({ type: 'flush' })
      case 'changed':
        for (const listener of listeners) listener()
        return
      case 'created':
        return options.onCreated?.(effect.article)
      case 'received':
        return options.onArticle?.(effect.article)
      case 'replaced':
        return options.onReplaced?.(effect.fields, effect.names, effect.cause)
    }
  }

  function dispatchResult<T>(
    work: Promise<T>,
    onDone: (value: T) => EngineEvent,
    onError: (failure: SaveFailure) => EngineEvent,
  ) {
    void work.then(onDone, (error: unknown) => onError(failureOf(error))).then(dispatch)
  }

  function dispatchEvent(work: Promise<unknown>, event: (isDone: boolean) => EngineEvent) {
    dispatchResult(
      work,
      () => event(true),
      () => event(false),
    )
  }

  async function compositionEnd() {
    const deadline = Date.now() + COMPOSITION_MAX_MS
    while (options.isComposing?.() && Date.now() < deadline) await wait(COMPOSITION_POLL_MS)
  }

  async function archive(bodies: readonly Document[]) {
    for (const body of bodies) await history.add(body, { force: true })
  }

  function idle() {
    return until(() => !state.task)
  }

  return {
    state: () => state.shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The article as last received from the server. */
    latest: () => state.server,
    /** The current fields, with the body read from the editor. */
    fields() {
      applyBody()
      return state.shown.fields
    },
    change: (patch: Partial<DraftFields>) => dispatch({ type: 'edit', patch }),
    changeBody(read: () => Document) {
      readBody = read
      dispatch({ type: 'edit-body' })
    },
    /** Saves now. Settles when the save succeeded or failed. */
    flush() {
      dispatch({ type: 'flush' })
      const { task, finishedTasks } = state
      return until(() => !task || state.finishedTasks > finishedTasks)
    },
    /** Fetches and merges the server's version, then saves. */
    refresh() {
      dispatch({ type: 'refresh' })
      return idle()
    },
    /** Merges a version that another person or device saved, without saving. */
    mergeRemote(version: number) {
      dispatch({ type: 'remote-version', version })
      return idle()
    },
    resolve(choices: Choices) {
      dispatch({ type: 'resolve', choices })
      return until(() => !state.task && !state.resolving)
    },
    /** Takes over what closed tabs of this browser could not save. */
    async open(): Promise<Opened> {
      dispatch({ type: 'open' })
      await until(() => !state.recovery)
      const { recovered } = state
      const discarded = await store.getDiscarded(articleId)
      const earlier = await history.load(state.shown.fields.body)
      dispatch({ type: 'opened', discarded })
      return { recovered, earlier }
    },
    /** Takes the article as an action on this page changed it. Unsaved edits stay. */
    adopt: (changed: Article) => dispatch({ type: 'adopt', article: changed }),
    /** Stores unsaved edits synchronously. False if closing the page would lose some. */
    storeForUnload() {
      isSafeToUnload = true
      dispatch({ type: 'page-hide' })
      return isSafeToUnload
    },
    leave: () => dispatch({ type: 'page-leave' }),
    /** After `leave`, for a page restored from the back/forward cache. */
    resume() {
      dispatch({ type: 'page-return' })
      return idle()
    },
    async deleteDiscarded() {
      dispatch({ type: 'delete-discarded' })
      await store.deleteDiscarded(articleId)
    },
    close() {
      dispatch({ type: 'close' })
      return until(() => state.ending === 'done')
    },
  }
}

function articleServer(api: Api, id: string): DraftServer {
  return {
    load: () => api('GET /api/articles/{id}', { params: { id } }),
    async save({ save, version, fields }) {
      if (version === null) return api('POST /api/articles', { body: { ...fields, id, save } })
      return api('PUT /api/articles/{id}/draft', { params: { id }, body: { ...fields, version, save } })
    },
  }
}

function wait(ms: number) {
  return new Promise<void>((done) => setTimeout(done, ms))
}

/** What was not deleted is found again; the edit history is optional. */
function ignore() {}
