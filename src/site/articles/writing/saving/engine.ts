import type { Article, DraftFields, SaveResult } from '#contract/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { type FieldName, fieldNames, fieldsOf, isBlank, pick } from './fields.ts'
import { newId } from './ids.ts'
import { createKeeper } from './keeper.ts'
import { type Attempt, type Kept, baseOf, keptKey } from './kept.ts'
import { type Choices, decide, meet, sameField, storedAs } from './meet.ts'
import type { EngineOptions, Replaced } from './options.ts'
import { type Outcome, type Problem, outcomeOf } from './outcome.ts'
import { same } from './same.ts'
import type { SaveState } from './state.ts'
import { createTabs } from './tabs.ts'
import { createTimer, wait, waitWhile } from './timer.ts'
import { createTrail } from './trail.ts'

export const PAUSE_MS = 1000
export const LONGEST_MS = 10_000
const RETRY_FIRST_MS = 2000
const RETRY_MOST_MS = 60_000
const MOST_FAULTS = 3
/** Several people who save at once: after this many tries in a row, wait for a pause. */
const MOST_CONFLICTS = 5
/** How long another person's change waits for a letter that is being composed. */
const COMPOSING_MS = 5000
/** What an article has that was made and not changed since. */
const FIRST_VERSION = 1
/** How long the other tabs have to say that they are there. */
const HELLO_MS = 100

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
    merges: 0,
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
  let conflicts = 0
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
    onSaved: () => void hear(Infinity),
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
    const changes = { fields: pick(fields(), names), base: pick(base, names) }
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
    return alone(send)
  }

  /** One call to the server at a time. */
  function alone(work: () => Promise<void>) {
    sending ??= work().finally(() => {
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

  async function deliver({ save: again, version: from, fields: changed }: Attempt): Promise<Article | SaveResult> {
    if (from === null) return api('POST /api/articles', { body: { ...changed, id: articleId, save: again } })
    const body = { ...changed, version: from, save: again }
    return api('PUT /api/articles/{id}/draft', { params: { id: articleId }, body })
  }

  /** False when somebody else has gone on from there already. */
  function arrived(sent: Attempt, reply: Article | SaveResult) {
    const now = fields()
    attempt = null
    failures = 0
    conflicts = 0
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
        conflicts += 1
        return conflicts < MOST_CONFLICTS || failed({ kind: 'again', afterMs: RETRY_FIRST_MS, stumbled: false })
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
      if (server.version === version) return true
      if (options.isComposing) await waitWhile(options.isComposing, COMPOSING_MS)
      return meetServer(server)
    } catch (error) {
      const outcome = outcomeOf(error)
      mustLook = outcome.kind === 'again' || outcome.kind === 'signed-out'
      failed(outcome)
      return false
    }
  }

  function meetServer(server: Article) {
    const { fields: merged, clash, blocks } = meet({ mine: fields(), base, server: fieldsOf(server), sent: overtaken })
    if (clash.length > 0) {
      save.stop()
      retry.stop()
      show({ phase: 'conflict', conflict: { theirs: server, clash, blocks } })
      return false
    }
    settleOn(server, merged, 'merged')
    return true
  }

  /** The server's fields become what everything is compared with, and `now` is what is shown. */
  function settleOn(server: Article, now: DraftFields, how: Replaced) {
    const before = fields()
    const theirs = fieldsOf(server)
    version = server.version
    overtaken = {}
    base = storedAs(now, theirs)
    const replaced = fieldNames.filter((name) => !same(before[name], now[name]))
    const merges = state.merges + (how === 'merged' && replaced.length > 0 ? 1 : 0)
    show({ fields: now, last: server, merges, conflict: null, ...(state.conflict && { phase: 'unsaved' }) })
    if (replaced.length > 0) options.onReplaced?.(now, replaced, how)
  }

  /** Asks what the server has, and sends what is unsaved. */
  async function look() {
    if (version === null || ended) return
    await sending
    mustLook = true
    await flush()
  }

  /**
   * Another person saved this version, as the live connection says. It is merged in. What is unsaved here is sent at its
   * own time: two people whose saves called forth each other's would never stop.
   */
  async function hear(newer: number) {
    await sending
    const settled = state.phase === 'conflict' || state.phase === 'closed'
    if (version === null || ended || newer <= version || settled) return
    mustLook = true
    // A save whose answer is awaited finds out by itself.
    if (attempt) return
    await alone(takeIn)
  }

  async function takeIn() {
    if (!(await lookNow()) || retry.running()) return
    await rest()
    if (state.phase === 'unsaved' && !save.running()) save.set(PAUSE_MS)
  }

  /** Ends a conflict. The text that is not taken is set aside, or among the earlier versions. */
  async function resolve(choices: Choices) {
    const { conflict } = state
    if (!conflict) return
    const now = fields()
    const theirs = fieldsOf(conflict.theirs)
    const met = meet({ mine: now, base, server: theirs, sent: overtaken })
    const { fields: result, mine, other } = decide(met, theirs, choices)
    if (Object.keys(mine).length > 0) {
      await giveUp(mine, result.body)
      await step({ surely: true })
      // The text of another person stays among the earlier versions; one's own of a moment ago may not.
    } else if (conflict.theirs.savedBy?.id === person) await giveUp(other, result.body)
    settleOn(conflict.theirs, result, 'chosen')
    await flush()
  }

  async function giveUp(given: Partial<DraftFields>, insteadOf: Document) {
    const aside = { articleId, person, fields: given, insteadOf, at: Date.now() }
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
    options.onReplaced?.(fields(), ['body'], 'chosen')
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
    const server = base
    const mine = { ...server, ...kept.fields }
    if (fieldNames.every((name) => sameField(name, mine, server))) {
      attempt = null
      return false
    }
    if (current || !known) show({ fields: mine, phase: 'unsaved' })
    else {
      // Back to where it was changed, and from there as if it had been typed in this tab.
      version = kept.version ?? FIRST_VERSION
      overtaken = kept.attempt?.fields ?? {}
      // An article is made by its first save alone: that is where the changes began.
      base = { ...server, ...baseOf(kept, server), ...(kept.version === null && overtaken) }
      show({ fields: mine, phase: 'unsaved' })
      meetServer(known)
    }
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
    hear,
    resolve,
    open,
    /** The server has moved it on, by what was done on this page. What is unsaved stays. */
    adopt(article: Article) {
      settleOn(article, { ...fieldsOf(article), ...pick(fields(), unsaved()) }, 'chosen')
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
