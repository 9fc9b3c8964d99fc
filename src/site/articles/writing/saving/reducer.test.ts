import fc from 'fast-check'
import { test } from 'vitest'
import type { Article, DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { ARTICLE_ID, paragraphs, someArticle } from '#test/writing.ts'
import { type EngineState, hasUnsaved, initialState } from './engine-state.ts'
import type { Effect, EngineEvent, TimerName } from './events.ts'
import { emptyFields, fieldsOf } from './fields.ts'
import { type LocalCopy, type SaveAttempt, localCopyKey } from './local-store.ts'
import { reduce } from './reducer.ts'
import type { SaveFailure } from './save-failure.ts'
import type { TabMessage } from './tab-channel.ts'

const PERSON = 'person1'
const down: SaveFailure = { kind: 'retry', afterMs: null, isServerError: false }
const refusedTitle: SaveFailure = { kind: 'refused', errors: [{ field: 'title', block: null, message: 'No' }] }

/** How the server answers a request. `lost` stores the save and loses the reply. */
const answers = ['ok', 'ok', 'ok', 'lost', 'down', 'error', 'busy', 'signed-out', 'closed'] as const
type Answer = (typeof answers)[number]

const failures: Record<Exclude<Answer, 'ok' | 'lost'>, SaveFailure> = {
  'down': down,
  'error': { kind: 'retry', afterMs: null, isServerError: true },
  'busy': { kind: 'retry', afterMs: 30_000, isServerError: false },
  'signed-out': { kind: 'signed-out' },
  'closed': { kind: 'closed', code: 'gone', message: 'Gone' },
}

type Work = Extract<
  Effect,
  {
    type:
      | 'save'
      | 'fetch'
      | 'await-composition'
      | 'write-local-copy'
      | 'find-local-copies'
      | 'archive'
      | 'store-discarded'
  }
>

const textOf = (body: Document | undefined) => JSON.stringify(body ?? '')

/**
 * One writer with a sequence of tabs, a server, and the storage of a browser. Every edit adds a word that occurs nowhere
 * else, so that each can be followed. Nothing deletes words, but a choice in a conflict.
 */
function createWorld(startsNew: boolean) {
  let article: Article | null = startsNew ? null : someArticle()
  let stale = article
  let lastSave = ''
  let now = 1_000_000
  let count = 0
  const copies = new Map<string, LocalCopy>()
  const unloadCopies = new Map<string, LocalCopy>()
  /** Texts that left the draft on purpose: discarded in a conflict, or archived in the edit history. */
  let setAside = ''
  let mine: string[] = []
  let theirs: string[] = []
  let durableWords: string[] = []

  let state = startTab()
  let unread: Document | null = null
  let isOpen = false
  let work: Work[] = []
  /** The server has answered the running request, but the reply has not arrived. */
  let earlyReply: EngineEvent | null = null
  const timers = new Map<TimerName, number>()

  function startTab() {
    const fields = stale ? fieldsOf(stale) : emptyFields('en')
    return initialState({ articleId: ARTICLE_ID, person: PERSON, tab: `tab${(count += 1)}`, article: stale, fields })
  }

  function dispatch(event: EngineEvent) {
    if (unread && event.type !== 'edit-body') {
      const body = unread
      unread = null
      apply({ type: 'body-read', body })
    }
    apply(event)
    if (!isOpen && event.type !== 'open' && !state.recovery) {
      isOpen = true
      apply({ type: 'opened', discarded: null })
    }
    check()
  }

  function apply(event: EngineEvent) {
    const before = freeze(state)
    now += 1
    const [next, effects] = reduce(before, { ...event, at: now, id: `id${(count += 1)}` })
    state = next
    const isRebased = before.recovery !== null || next.shown.phase === 'conflict'
    must(isRebased || (next.shown.version ?? 0) >= (before.shown.version ?? 0), 'The version grows')
    for (const effect of effects) run(effect)
  }

  function run(effect: Effect) {
    switch (effect.type) {
      case 'start-timer':
        return timers.set(effect.timer, now + effect.ms)
      case 'cancel-timer':
        return timers.delete(effect.timer)
      case 'write-unload-copy':
        return unloadCopies.set(effect.copy.key, effect.copy)
      case 'delete-local-copies':
        for (const key of effect.keys) remove(key)
        return
      case 'flush':
        return apply({ type: 'flush' })
      case 'replaced':
        // The editor reports a text that was set from outside as an edit, unless it was merged.
        if (effect.cause === 'chosen') apply({ type: 'edit-body' })
        return
      case 'write-local-copy':
        // The store deletes from localStorage at once, and from the database later.
        if (!effect.copy) unloadCopies.delete(localCopyKey(ARTICLE_ID, state.tab))
        return work.push(effect)
      case 'save':
      case 'fetch':
      case 'await-composition':
      case 'find-local-copies':
      case 'archive':
      case 'store-discarded':
        return work.push(effect)
    }
  }

  function remove(key: string) {
    copies.delete(key)
    unloadCopies.delete(key)
  }

  /** The newest copy of each tab, as the browser's store finds them. */
  function storedCopies() {
    const newest = new Map(copies)
    for (const [key, copy] of unloadCopies) if ((newest.get(key)?.at ?? 0) <= copy.at) newest.set(key, copy)
    return [...newest.values()]
  }

  function store(attempt: SaveAttempt): SaveFailure | null {
    if (attempt.save === lastSave) return null
    if (attempt.fields.title?.includes('bad')) return refusedTitle
    if (attempt.version === null) {
      // One id is one article: it is returned as it is.
      if (article) return null
      article = someArticle({ title: '', body: paragraphs(''), ...attempt.fields })
    } else {
      if (article?.version !== attempt.version) return { kind: 'conflict' }
      article = { ...article, ...attempt.fields, version: article.version + 1 }
    }
    lastSave = attempt.save
    return null
  }

  function serve(request: Extract<Work, { type: 'save' | 'fetch' }>, answer: Answer): EngineEvent {
    if (request.type === 'fetch') {
      if (answer !== 'ok' && answer !== 'lost') return { type: 'fetch-failed', failure: failures[answer] }
      return article ? { type: 'fetched', article } : { type: 'fetch-failed', failure: failures.closed }
    }
    if (answer !== 'ok' && answer !== 'lost') return { type: 'save-failed', failure: failures[answer] }
    const failure = store(request.attempt)
    if (failure || !article) return { type: 'save-failed', failure: failure ?? down }
    if (answer === 'lost') return { type: 'save-failed', failure: down }
    const { version, savedAt, words, readingMinutes, changed } = article
    const reply = request.attempt.version === null ? article : { version, savedAt, words, readingMinutes, changed }
    return { type: 'save-succeeded', reply }
  }

  function write(copy: LocalCopy | null) {
    const key = localCopyKey(ARTICLE_ID, state.tab)
    if (!copy) return copies.delete(key)
    copies.set(key, copy)
    if ((unloadCopies.get(key)?.at ?? Infinity) <= copy.at) unloadCopies.delete(key)
  }

  function finish(done: Work, answer: Answer): EngineEvent {
    switch (done.type) {
      case 'save':
      case 'fetch': {
        const answered = earlyReply ?? serve(done, answer)
        earlyReply = null
        return answered
      }
      case 'await-composition':
        return { type: 'composition-ended' }
      case 'write-local-copy': {
        const durable = answer !== 'error'
        if (durable) write(done.copy)
        return { type: 'local-copy-written', durable }
      }
      case 'find-local-copies':
        return { type: 'local-copies-found', copies: storedCopies() }
      case 'archive': {
        const ok = answer !== 'error'
        if (ok) setAside += done.bodies.map(textOf).join()
        return { type: 'archived', ok }
      }
      case 'store-discarded':
        setAside += JSON.stringify(done.text.fields)
        return { type: 'discarded-stored' }
    }
  }

  function check() {
    const { shown } = state
    must(work.filter(({ type }) => type === 'save' || type === 'fetch').length <= 1, 'One request at a time')
    must(shown.phase !== 'saved' || unread !== null || !hasUnsaved(state), 'Saved means that nothing is unsaved')
    const inMemory = JSON.stringify(shown.fields) + textOf(unread ?? undefined)
    const durable = onServer() + onDevice()
    mustHave(mine, durable + inMemory, 'No edit is lost')
    mustHave(durableWords, durable, 'What was stored once stays stored')
    durableWords = mine.filter((word) => durable.includes(word))
    if (shown.localCopy === 'stored') mustHave(mine, durable, 'Edits that are called stored are stored')
    mustHave(theirs, onServer() + setAside, 'Nothing of another person is overwritten without a choice')
  }

  const onServer = () => (article ? article.title + textOf(article.body) : '')
  const onDevice = () => setAside + JSON.stringify(storedCopies().map(({ fields, attempt }) => [fields, attempt]))

  const nextWord = (list: string[]) => {
    const word = `w${(count += 1)}.`
    list.push(word)
    return word
  }
  /** Appends to the first paragraph, or adds one at the end. */
  const extended = (body: Document, word: string, atStart: boolean): Document => {
    const [first, ...rest] = body.content
    const text = (first?.content ?? []).map((node) => node.text ?? '').join('')
    const words = (from: string) => paragraphs(from).content
    return {
      type: 'doc',
      content: atStart ? [...words(`${text} ${word}`), ...rest] : [...body.content, ...words(word)],
    }
  }
  const changed = ({ body }: DraftFields, list: string[], how: number): Partial<DraftFields> =>
    how % 5 === 4 ? { title: `Title ${(count += 1)}` } : { body: extended(body, nextWord(list), how % 5 < 2) }

  function leaveCopy(tab: string, how: number) {
    const key = localCopyKey(ARTICLE_ID, tab)
    if (!article || copies.has(key)) return
    const { version, body } = article
    const fields = { body: extended(body, nextWord(mine), how % 5 === 0) }
    const attempt = how % 16 > 11 ? { save: key, version, fields } : null
    const about = { key, articleId: ARTICLE_ID, tab, person: PERSON, version, at: (now += 1) }
    copies.set(key, { ...about, fields, base: { body }, attempt })
  }

  const actions = {
    edit(how: number) {
      if (!isOpen || state.ending !== 'no') return
      if (how % 8 === 7) return dispatch({ type: 'edit', patch: { title: `bad ${(count += 1)}` } })
      const { body, ...patch } = changed({ ...state.shown.fields, ...(unread && { body: unread }) }, mine, how)
      if (!body) return dispatch({ type: 'edit', patch })
      unread = body
      dispatch({ type: 'edit-body' })
    },
    finishWork(which: number, answer = answers[which % answers.length] ?? 'ok') {
      const done = work[which % work.length]
      if (!done) return
      work = work.filter((other) => other !== done)
      dispatch(finish(done, answer))
    },
    /** The server handles the running request; the reply comes later. */
    serve() {
      for (const request of work) if (request.type === 'save') earlyReply ??= serve(request, 'ok')
    },
    timer() {
      const [first] = [...timers].toSorted(([, a], [, b]) => a - b)
      if (!first) return
      timers.delete(first[0])
      now = Math.max(now, first[1])
      dispatch({ type: 'timer', timer: first[0] })
    },
    online: () => dispatch({ type: 'flush' }),
    refresh: () => dispatch({ type: 'refresh' }),
    hide() {
      dispatch({ type: 'page-hide' })
      mustHave(mine, onServer() + onDevice(), 'A hidden page has stored everything')
    },
    /** The tab dies. Each pending operation may have completed or not, and no reply arrives. */
    crash(luck: number) {
      for (const [i, done] of work.entries())
        if ((luck >> i) % 2 === 1 && (done.type === 'save' || done.type === 'write-local-copy')) finish(done, 'ok')
      const durable = onServer() + onDevice()
      // A word typed in the last moment may be lost.
      mine = mine.filter((word) => durable.includes(word))
      actions.reopen(luck)
    },
    /** Page data may be older than the last save, as after a prefetch. Only an unsaved story opens as a new one. */
    reopen(luck: number) {
      const isUnsavedStory = storedCopies().some(({ version }) => version === null)
      if (luck % 3 > 0 || (!stale && !isUnsavedStory)) stale = article
      work = []
      earlyReply = null
      timers.clear()
      unread = null
      isOpen = false
      state = startTab()
      dispatch({ type: 'open' })
    },
    close(luck: number) {
      dispatch({ type: 'close' })
      for (let i = 0; i < 20 && work.length > 0; i++) actions.finishWork(0, luck % 2 === 0 ? 'ok' : 'down')
      must(state.ending === 'done', 'A closed engine ends')
      actions.reopen(luck)
    },
    someoneSaves(how: number) {
      if (!article) return
      lastSave = ''
      article = { ...article, ...changed(article, theirs, how), version: article.version + 1, savedBy: null }
      if (how % 2 === 0) dispatch({ type: 'remote-version', version: article.version })
    },
    otherTab(how: number) {
      const kinds: TabMessage['kind'][] = ['hello', 'here', 'saved', 'bye']
      const kind = kinds[how % 4] ?? 'hello'
      const tab = `other${how % 3}`
      // A tab that leaves unsaved text.
      if (kind === 'bye' && how % 8 > 3) leaveCopy(tab, how)
      dispatch({ type: 'tab-message', message: { kind, tab } })
    },
    resolve(how: number) {
      if (state.shown.phase !== 'conflict') return
      // Text that the writer overwrites stays in the server's revisions.
      theirs = []
      const otherwise = how % 2 === 0 ? 'mine' : 'theirs'
      dispatch({ type: 'resolve', choices: { fields: {}, blocks: {}, otherwise } })
    },
    publish() {
      const isSaved = lastSave === state.attempt?.save
      const { version } = state.shown
      if (!article || version === null || article.version !== version + Number(isSaved)) return
      article = { ...article, version: article.version + 1, state: 'published' }
      dispatch({ type: 'adopt', article })
    },
  }

  function drain() {
    for (let i = 0; i < 500 && (work.length > 0 || timers.size > 0); i++)
      if (work.length > 0) actions.finishWork(0, 'ok')
      else actions.timer()
    must(work.length === 0 && timers.size === 0, 'Every sequence settles')
  }

  /** The server is back: timers save everything. Only a signed-out writer has to sign in again. */
  function settle() {
    drain()
    const final = new Set(['saved', 'refused', 'conflict', 'closed', 'signed-out'])
    must(final.has(state.shown.phase), `It settles in a final phase, not ${state.shown.phase}`)
    dispatch({ type: 'flush' })
    drain()
    const { phase } = state.shown
    must(final.has(phase) && phase !== 'signed-out', `It settles in a final phase, not ${phase}`)
    if (phase !== 'saved') return
    mustHave(mine, onServer() + setAside + otherCopies(), 'Saved edits are on the server')
    must(
      storedCopies().every(({ tab }) => tab !== state.tab),
      'A saved tab leaves no local copy',
    )
    return phase
  }

  /** A copy of another tab stays while this tab has edits of its own. */
  const otherCopies = () => JSON.stringify(storedCopies().filter(({ tab }) => tab !== state.tab))

  dispatch({ type: 'open' })
  return { actions, settle }
}

type Actions = ReturnType<typeof createWorld>['actions']

function must(condition: boolean, rule: string) {
  if (!condition) throw new Error(rule)
}

function mustHave(words: readonly string[], text: string, rule: string) {
  const missing = words.filter((word) => !text.includes(word))
  if (missing.length > 0) throw new Error(`${rule}: ${missing.join(' ')}`)
}

/** Freezes the arguments of the reducer, so that a mutation throws. */
function freeze(state: EngineState): EngineState {
  for (const value of Object.values(state)) Object.freeze(value)
  Object.freeze(state.shown.fields)
  return Object.freeze(state)
}

const weights: Record<Exclude<keyof Actions, 'reopen'>, number> = {
  edit: 4,
  finishWork: 6,
  timer: 3,
  someoneSaves: 2,
  otherTab: 2,
  resolve: 2,
  serve: 1,
  online: 1,
  refresh: 1,
  hide: 1,
  crash: 1,
  close: 1,
  publish: 1,
}
const step = fc.record({
  action: fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) }))),
  n: fc.nat(255),
})
const sequences = fc.array(step, { minLength: 20, maxLength: 80 })

const isAction = (name: string): name is keyof Actions => name in weights

test('no sequence of events loses an edit, and every sequence settles', () => {
  fc.assert(
    fc.property(fc.boolean(), sequences, (startsNew, sequence) => {
      const world = createWorld(startsNew)
      for (const { action, n } of sequence) if (isAction(action)) world.actions[action](n)
      world.settle()
    }),
    { numRuns: 400 },
  )
})
