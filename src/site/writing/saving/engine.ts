import type { Article, DraftFields, Saved } from '#contract/articles.ts'
import type { Document } from '#contract/document.ts'
import type { Api } from '#site/page.ts'
import { type FieldName, fieldNames, fieldsOf, isBlank, pick } from './fields.ts'
import { newId } from './ids.ts'
import { createKeeper } from './keeper.ts'
import { type Attempt, type Kept, type LocalStore, keptKey } from './kept.ts'
import { marksOf, meet } from './meet.ts'
import { type Outcome, type Problem, outcomeOf } from './outcome.ts'
import { same } from './same.ts'
import type { SaveState } from './state.ts'
import { createTabs } from './tabs.ts'
import { createTimer, wait } from './timer.ts'
import { createTrail } from './trail.ts'

export const PAUSE_MS = 1000
export const LONGEST_MS = 10_000
const RETRY_FIRST_MS = 2000
const RETRY_MOST_MS = 60_000
const MOST_FAULTS = 3
/** What an article has that was made and not changed since. */
const FIRST_VERSION = 1
/** How long the other tabs have to say that they are there. */
const HELLO_MS = 100

export type EngineOptions = {
  api: Api
  store: LocalStore
  articleId: string
  person: string
  /** Null for one that the server does not know yet. */
  article: Article | null
  fields: DraftFields
  /** The server has it now. */
  onCreated?(article: Article): void
  /** Some fields now hold what was not typed here; for what shows them by itself: the editor. */
  onReplaced?(fields: DraftFields, names: readonly FieldName[]): void
  /** The article as the server has it now, with all that is not a writer's to change. */
  onArticle?(article: Article): void
}

export type Opened = { broughtBack: boolean; earlier: Document[] }
export type Engine = ReturnType<typeof createEngine>

/**
 * Brings what is typed to the browser's database at once and to the server soon, and never loses any of it.
 * One save is under way at a time. A save whose answer was lost is repeated as it was, with the same key, before
 * anything newer is sent: so the server never takes its own writer for somebody else.
 */
export function createEngine(options: EngineOptions) {
  const { api, store, articleId, person } = options
  const tab = newId()
  const key = keptKey(articleId, tab)
  const listeners = new Set<() => void>()

  let version = options.article?.version ?? null
  let base = options.fields
  let state: SaveState = {
    phase: 'saved',
    savedAt: null,
    keeping: 'yes',
    tabs: 0,
    problems: [],
    closed: null,
    conflict: null,
    aside: null,
    fields: options.fields,
    version,
    last: options.article,
  }
  let readBody: (() => Document) | null = null
  let typedSinceStep = false
  let attempt: Attempt | null = null
  /** What an attempt held that somebody else overtook: the server may have had it before that. */
  let overtaken: Partial<DraftFields> = {}
  let sending: Promise<void> | null = null
  let mustLook = false
  let failures = 0
  /** The server asked for a pause until then. */
  let notBefore = 0
  let keptAt = 0
  let firstUnsaved: number | null = null
  let ended = false
  let known = options.article

  const save = createTimer(pause)
  const retry = createTimer(() => {
    notBefore = 0
    void flush()
  })
  const trail = createTrail({ store, articleId, person })
  const keeper = createKeeper({ store, key, record, onChange: (keeping) => show({ keeping }) })
  const tabs = createTabs(articleId, tab, {
    onOthers: (count) => show({ tabs: count }),
    onHello: () => void flush(),
    onSaved: () => void look(),
    onBye: () => void inherit(),
  })

  function learn(article: Article) {
    known = article
    options.onArticle?.(article)
  }

  function show(part: Partial<SaveState>) {
    state = { ...state, ...part, version }
    for (const listener of listeners) listener()
  }

  /** The text is read only when it is needed: typing must not wait for it. */
  function fields() {
    const read = readBody
    readBody = null
    if (read) state = { ...state, fields: { ...state.fields, body: read() } }
    return state.fields
  }

  function unsaved(): FieldName[] {
    const now = fields()
    if (version === null && isBlank(now)) return []
    return fieldNames.filter((name) => !same(now[name], base[name]))
  }

  function record(): Kept | null {
    const names = unsaved()
    if (names.length === 0 && !attempt) return null
    const changes = { fields: pick(fields(), names), marks: marksOf(base, names) }
    // No two have the same moment: the later one is the newer, whatever the clock does.
    keptAt = Math.max(Date.now(), keptAt + 1)
    return { key, articleId, tab, person, version, ...changes, attempt, at: keptAt }
  }

  function change(patch: Partial<DraftFields>) {
    const names = Object.keys(patch)
    state = { ...state, fields: { ...fields(), ...patch } }
    touched((field) => names.includes(field))
  }

  function changeBody(read: () => Document) {
    if (!typedSinceStep) void step({ surely: true })
    typedSinceStep = true
    readBody = read
    touched((field) => field === 'body')
  }

  /** What was refused may be right now that it is another. */
  function touched(isChanged: (field: FieldName) => boolean) {
    const problems = state.problems.filter(({ field }) => field !== null && !isChanged(field))
    const idle = state.phase === 'saved' || state.phase === 'refused'
    firstUnsaved ??= Date.now()
    keeper.soon()
    save.set(Math.max(0, Math.min(PAUSE_MS, firstUnsaved + LONGEST_MS - Date.now())))
    show({ problems, ...(idle && { phase: problems.length > 0 ? 'refused' : 'unsaved' }) })
  }

  /** Undo beyond a reload is a comfort: where the browser refuses it, writing goes on. */
  function step(how?: { surely: boolean }) {
    return trail.step(fields().body, how).catch(() => {})
  }

  function pause() {
    if (typedSinceStep) void step()
    typedSinceStep = false
    // When a retry is waiting for its time, it will bring this along.
    if (!retry.running()) void flush()
  }

  /** Sends what is unsaved now, and settles when it has been tried. */
  function flush(): Promise<void> {
    if (state.phase === 'conflict' || state.phase === 'closed') return Promise.resolve()
    if (Date.now() < notBefore) return Promise.resolve()
    retry.stop()
    save.stop()
    sending ??= send().finally(() => {
      sending = null
    })
    return sending
  }

  async function send() {
    for (;;) {
      if (mustLook && !attempt && !(await lookNow())) return
      attempt ??= nextAttempt()
      if (!attempt) return rest()
      firstUnsaved = null
      show({ phase: 'saving' })
      // Written down before it is sent: whoever finds it later can ask the server what became of it.
      await keeper.now()
      try {
        if (!arrived(attempt, await deliver(attempt))) return
        // Somebody is typing: the next save waits for a pause.
        if (save.running()) return show({ phase: 'unsaved' })
      } catch (error) {
        if (!failed(outcomeOf(error))) return
      }
    }
  }

  function nextAttempt(): Attempt | null {
    const refused = new Set(state.problems.map(({ field }) => field))
    const names = unsaved().filter((name) => !refused.has(name))
    if (names.length === 0 || refused.has(null)) return null
    return { save: newId(), version, fields: pick(fields(), names) }
  }

  async function deliver({ save: again, version: from, fields: changed }: Attempt): Promise<Article | Saved> {
    if (from === null) return api('POST /api/articles', { body: { ...changed, id: articleId, save: again } })
    const body = { ...changed, version: from, save: again }
    return api('PUT /api/articles/{id}/draft', { params: { id: articleId }, body })
  }

  /** False when somebody else has gone on from there already. */
  function arrived(sent: Attempt, reply: Article | Saved) {
    const now = fields()
    attempt = null
    failures = 0
    version = reply.version
    if ('id' in reply && reply.version === FIRST_VERSION) {
      // What the server chose for itself is not a change of the writer's.
      const chosen = fieldNames.filter((name) => !(name in sent.fields) && same(now[name], base[name]))
      const theirs = pick(fieldsOf(reply), chosen)
      base = { ...base, ...theirs }
      state = { ...state, fields: { ...now, ...theirs } }
    }
    base = { ...base, ...sent.fields }
    show({ savedAt: Date.now(), last: reply })
    tabs.saved()
    if (!('id' in reply)) return true
    known = reply
    options.onCreated?.(reply)
    // It was made by an earlier try, and opened elsewhere since.
    return reply.version === FIRST_VERSION || meetServer(reply)
  }

  /** Nothing is left to send, or nothing that would be taken. */
  async function rest() {
    await keeper.now()
    const phase = state.problems.length > 0 ? 'refused' : unsaved().length > 0 ? 'unsaved' : 'saved'
    if (phase === 'saved') firstUnsaved = null
    show({ phase })
  }

  /** What was sent is not sent again; whether it arrived is seen in what the server has. */
  function overtakenBy({ fields: sent }: Attempt) {
    overtaken = { ...overtaken, ...sent }
    attempt = null
    mustLook = true
  }

  /** True when there is something else to try at once. */
  function failed(outcome: Outcome): boolean {
    switch (outcome.kind) {
      case 'again': {
        const waits = outcome.afterMs ?? Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures)
        failures += 1
        // It may be the very text that it stumbles over: it is asked what it has, and the newest is sent instead.
        if (outcome.stumbled && failures >= MOST_FAULTS && attempt && attempt.version !== null) overtakenBy(attempt)
        if (outcome.afterMs !== null) notBefore = Date.now() + waits
        if (!ended) retry.set(waits)
        show({ phase: outcome.afterMs === null ? 'offline' : 'waiting' })
        return false
      }
      case 'signed-out':
        show({ phase: 'signed-out' })
        return false
      case 'conflict':
        if (attempt) overtakenBy(attempt)
        return true
      case 'closed':
        attempt = null
        show({ phase: 'closed', closed: outcome.message })
        return false
      case 'refused': {
        // What was changed since it was sent is another text: it is tried, too.
        const sent = attempt?.fields ?? {}
        const now = fields()
        const isAsSent = ({ field }: Problem) => field === null || !(field in sent) || same(now[field], sent[field])
        attempt = null
        show({ problems: [...state.problems, ...outcome.problems.filter(isAsSent)] })
        return true
      }
    }
  }

  /** Asks what the server has; false when that leaves nothing more to do for now. */
  async function lookNow() {
    try {
      const server = await api('GET /api/articles/{id}', { params: { id: articleId } })
      mustLook = false
      failures = 0
      learn(server)
      return server.version === version || meetServer(server)
    } catch (error) {
      const outcome = outcomeOf(error)
      mustLook = outcome.kind === 'again' || outcome.kind === 'signed-out'
      failed(outcome)
      return false
    }
  }

  function meetServer(server: Article) {
    const names = unsaved()
    const { mine, clash } = meet(pick(fields(), names), fieldsOf(server), {
      marks: marksOf(base, names),
      sent: overtaken,
    })
    if (clash.length > 0) {
      save.stop()
      retry.stop()
      show({ phase: 'conflict', conflict: { theirs: server, clash } })
      return false
    }
    settleOn(server, pick(fields(), mine))
    return true
  }

  /** The server's text becomes what everything is compared with, and `mine` stays on top of it. */
  function settleOn(server: Article, mine: Partial<DraftFields>) {
    const before = fields()
    version = server.version
    overtaken = {}
    base = fieldsOf(server)
    const now = { ...base, ...mine }
    const replaced = fieldNames.filter((name) => !same(before[name], now[name]))
    show({ fields: now, last: server, conflict: null, ...(state.conflict && { phase: 'unsaved' }) })
    if (replaced.length > 0) options.onReplaced?.(now, replaced)
  }

  /** Whether somebody else saved meanwhile. What is not changed here is taken from there. */
  async function look() {
    if (version === null || ended) return
    await sending
    mustLook = true
    await flush()
  }

  async function resolve(choice: 'mine' | 'theirs') {
    const { conflict } = state
    if (!conflict) return
    const now = fields()
    const theirs = fieldsOf(conflict.theirs)
    const mine = pick(now, unsaved())
    if (choice === 'theirs') {
      await giveUp(
        now,
        fieldNames.filter((name) => !same(now[name], theirs[name])),
      )
      await step({ surely: true })
      // Somebody else's text stays among the earlier versions; one's own of a moment ago may not.
    } else if (conflict.theirs.savedBy?.id === person) await giveUp(theirs, conflict.clash)
    settleOn(conflict.theirs, choice === 'mine' ? mine : {})
    await flush()
  }

  async function giveUp(given: DraftFields, names: readonly FieldName[]) {
    const aside = { articleId, person, fields: pick(given, names), at: Date.now() }
    // Where the browser refuses, it is there as long as the tab.
    await store.setAside(aside).catch(() => {})
    show({ aside })
  }

  /** Takes over what this browser still has of the article, unless another tab is at it. */
  async function open(): Promise<Opened> {
    tabs.hello()
    const found = await leftBehind()
    const broughtBack = found.length > 0 && (await takeAll(found))
    const aside = await store.aside(articleId)
    const earlier = await trail.open(state.fields.body)
    if (broughtBack) void flush()
    if (aside?.person === person) show({ aside })
    return { broughtBack, earlier }
  }

  /** What tabs that are gone could not save, newest first. */
  async function leftBehind() {
    const found = (await store.find(articleId)).filter((kept) => kept.person === person && kept.tab !== tab)
    if (found.length > 0) await wait(HELLO_MS)
    return ended ? [] : found.filter((kept) => !tabs.has(kept.tab)).toSorted((a, b) => b.at - a.at)
  }

  /** True when there was something that the server lacks. */
  async function takeAll(left: Kept[]) {
    const [newest, ...older] = left
    // The page came with data from before what this browser saved last.
    if (version !== null && (newest?.version ?? 0) > version) await lookNow()
    for (const { fields: lost } of older) if (lost.body) await trail.step(lost.body, { surely: true })
    const broughtBack = newest ? await takeOver(newest) : false
    await keeper.now()
    // Only what is in this tab's own record by now is forgotten in theirs.
    if (keeper.keeping() !== 'no') for (const kept of left) await store.forget(kept.key)
    return broughtBack
  }

  /** Another tab went with something unsaved that was left to it while it was there: it goes on here, if nothing else does. */
  async function inherit() {
    const busy = () => ended || state.phase !== 'saved' || attempt !== null || unsaved().length > 0
    if (busy()) return
    await wait(HELLO_MS)
    const left = await leftBehind()
    if (left.length === 0) return
    await look()
    if (busy() || !(await takeAll(left))) return
    options.onReplaced?.(fields(), ['body'])
    await flush()
  }

  async function takeOver(kept: Kept) {
    let current = kept.version === version
    if (kept.attempt && !current) {
      // Its answer was lost. The server knows the key if it was the last to save, and tells which version came of it.
      const reply = await deliver(kept.attempt).catch(() => null)
      const ours = kept.version !== null || version === FIRST_VERSION
      current = ours && reply?.version === version
    } else if (current) attempt = kept.attempt
    const { mine, clash } = meet(kept.fields, base, {
      marks: current ? marksOf(base, fieldNames) : kept.marks,
      sent: kept.attempt?.fields,
    })
    if (mine.length === 0) {
      attempt = null
      return false
    }
    const conflict = clash.length > 0 && known ? { theirs: known, clash } : null
    show({
      fields: { ...state.fields, ...pick(kept.fields, mine) },
      phase: conflict ? 'conflict' : 'unsaved',
      conflict,
    })
    return true
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The article as the server last told it. */
    latest: () => known,
    fields,
    change,
    changeBody,
    flush,
    look,
    resolve,
    open,
    /** The server has moved it on, by what was done on this page. What is unsaved stays. */
    adopt(article: Article) {
      settleOn(article, pick(fields(), unsaved()))
      learn(article)
    },
    keepAtOnce: keeper.atOnce,
    leave: tabs.bye,
    comeBack() {
      tabs.hello()
      return look()
    },
    async dropAside() {
      show({ aside: null })
      await store.dropAside(articleId)
    },
    /** Leaving flushes; what then fails is in the browser. */
    async close() {
      ended = true
      if (unsaved().length > 0 || attempt) {
        void keeper.now()
        await flush()
      }
      retry.stop()
      save.stop()
      tabs.close()
    },
  }
}
