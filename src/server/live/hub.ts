import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#contract/constants.ts'
import { editorsAmong } from '#server/articles/drafts/editors.ts'
import { findActiveSessions } from '#server/identity/sessions.ts'
import { FAN_OUT, notificationTag } from '#server/notifications/fan-out.ts'
import { listNotificationsAfter, listUnreadStates } from '#server/notifications/list.ts'
import { readTag } from '#server/notifications/mark-read.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { announcePresence, createPresence } from './presence.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { type ResponseChange, listChangesSince, parseResponseTag, responseCounts } from './response-changes.ts'
import type { Stream } from './stream.ts'

const HEARTBEAT_MS = 25 * SECOND_MS
const RETRY_PAUSE_MS = SECOND_MS
const MAX_NOTIFICATIONS = 100
const PEOPLE_PER_BATCH = 500
const SWEEP_MS = SECOND_MS
/** After a restart browsers reconnect spread over this time. */
const RECONNECT_MS = { min: 500, max: 3000 }

const DRAFT_TAG = 'live:draft:'
const personTags = [notificationTag(''), readTag('')]

type Hub = Pick<Ctx, 'db' | 'site' | 'now' | 'log'>

/**
 * The live streams of this process. Invalidation tags only say that something changed: the hub compares each stream's
 * position with the database and sends the difference, so duplicate, reordered or lost tags do no harm.
 */
export function createHub(ctx: Hub, options: { relaxed: boolean }) {
  const registry = createStreamRegistry(options)
  const behind = new Set<string>()
  let responseChanges: Omit<ResponseChange, 'responses'>[] = []
  const resuming = new Set<Stream>()
  const presence = createPresence(ctx)
  /** Drafts whose version or presence may have changed. */
  const changedDrafts = new Set<string>()
  let pumping: Promise<void> | null = null
  let disconnectedAt: number | null = null
  let closed = false
  const timer = setInterval(() => void beat(), HEARTBEAT_MS)
  timer.unref()
  const sweeper = setInterval(() => {
    presence.sweep().forEach(markDraft)
    pump()
  }, SWEEP_MS)
  sweeper.unref()

  function open(stream: Stream, resumesStory: boolean) {
    registry.add(stream)
    if (resumesStory) resuming.add(stream)
    const { personId } = stream.listener
    if (personId !== null) behind.add(personId)
    if (stream.listener.draft) changedDrafts.add(stream.listener.draft.articleId)
    void publishPresence(stream, 'here')
    pump()
  }

  function leave(stream: Stream) {
    const known = registry.all().has(stream)
    registry.remove(stream)
    resuming.delete(stream)
    // On shutdown browsers reconnect to another process, so their tabs stay present.
    if (known && !closed) void publishPresence(stream, 'left')
  }

  async function publishPresence({ listener: { draft, personId } }: Stream, change: 'here' | 'left') {
    if (!draft || personId === null) return
    try {
      await announcePresence(ctx, { ...draft, personId }, change)
    } catch (error) {
      // The tab renews its lease anyway, or expires.
      ctx.log.warn({ err: error }, 'presence announcement failed')
    }
  }

  function onSignals(signals: readonly string[]) {
    for (const tag of signals) {
      if (!tag.startsWith('live:')) continue
      const prefix = personTags.find((candidate) => tag.startsWith(candidate))
      const story = parseResponseTag(tag)
      const draft = tag.startsWith(DRAFT_TAG) ? tag.slice(DRAFT_TAG.length) : presence.handleTag(tag)
      if (prefix) markPerson(tag.slice(prefix.length))
      else if (tag === FAN_OUT) registry.people().forEach(markPerson)
      else if (draft !== null) markDraft(draft)
      else if (story && registry.ofStory(story.storyId).length > 0) responseChanges.push(story)
    }
    pump()
  }

  function markPerson(personId: string) {
    if (registry.ofPerson(personId).length > 0) behind.add(personId)
  }

  function markDraft(articleId: string) {
    if (registry.ofDraft(articleId).length > 0) changedDrafts.add(articleId)
  }

  /** Tags are lost while the LISTEN connection is down, so every stream is checked when it is back. */
  function setListening(listening: boolean) {
    if (!listening) disconnectedAt ??= ctx.now().getTime()
    else if (disconnectedAt !== null) {
      const since = disconnectedAt
      disconnectedAt = null
      registry.people().forEach(markPerson)
      registry.drafts().forEach(markDraft)
      for (const stream of registry.all()) {
        if (stream.listener.storyId === null) continue
        stream.storyAt = Math.min(stream.storyAt, since)
        resuming.add(stream)
      }
      pump()
    }
  }

  function pump() {
    const idle = behind.size === 0 && responseChanges.length === 0 && resuming.size === 0 && changedDrafts.size === 0
    if (idle || closed || pumping) return
    pumping = sendAll().finally(() => {
      pumping = null
      pump()
    })
  }

  async function sendAll() {
    const people = [...behind].slice(0, PEOPLE_PER_BATCH)
    const [pending, resumed, drafts] = [responseChanges, [...resuming], [...changedDrafts]]
    responseChanges = []
    people.forEach((id) => behind.delete(id))
    resuming.clear()
    changedDrafts.clear()
    try {
      await sendNotifications(people)
      await sendResponseChanges(pending)
      for (const stream of resumed) await sendMissedChanges(stream)
      for (const articleId of drafts) await sendDraft(articleId)
    } catch (error) {
      ctx.log.error({ err: error }, 'live update failed')
      people.forEach(markPerson)
      responseChanges = [...pending, ...responseChanges]
      resumed.filter((stream) => registry.all().has(stream)).forEach((stream) => resuming.add(stream))
      drafts.forEach(markDraft)
      await sleep(RETRY_PAUSE_MS, undefined, { ref: false })
    }
  }

  /** Closes streams of ended sessions before sending. */
  async function sendNotifications(people: string[]) {
    if (people.length === 0) return
    await endSignedOut(people.flatMap((id) => registry.ofPerson(id)))
    const found = new Map((await listUnreadStates(ctx, people)).map((row) => [row.personId, row]))
    const lagging = people.flatMap((personId) => {
      const lastSeq = found.get(personId)?.lastSeq ?? 0
      const after = Math.min(...registry.ofPerson(personId).map(({ seq }) => seq))
      return after < lastSeq ? { personId, after } : []
    })
    const changes = await listNotificationsAfter(ctx, lagging, MAX_NOTIFICATIONS)
    const sent = new Map<string, number>()
    for (const { personId, notification } of changes) {
      const unread = found.get(personId)?.unread ?? 0
      sent.set(personId, (sent.get(personId) ?? 0) + 1)
      for (const stream of registry.ofPerson(personId)) {
        if (stream.seq >= notification.seq) continue
        stream.seq = notification.seq
        stream.unread = unread
        stream.send('notification', { notification, unread })
      }
    }
    for (const personId of people) {
      const { unread, lastSeq } = found.get(personId) ?? { unread: 0, lastSeq: 0 }
      const more = sent.get(personId) === MAX_NOTIFICATIONS
      if (more) behind.add(personId)
      for (const stream of registry.ofPerson(personId)) {
        if (!more) stream.seq = Math.max(stream.seq, lastSeq)
        if (stream.unread === unread) continue
        stream.unread = unread
        stream.send('unread', { unread, lastSeq })
      }
    }
  }

  async function sendResponseChanges(changes: typeof responseChanges) {
    const counts = await responseCounts(ctx, [...new Set(changes.map(({ storyId }) => storyId))])
    for (const { storyId, ...change } of changes) {
      const responses = counts.get(storyId)
      if (responses === undefined) continue
      for (const stream of registry.ofStory(storyId)) sendChange(stream, { ...change, responses })
    }
  }

  async function sendMissedChanges(stream: Stream) {
    const { storyId } = stream.listener
    if (storyId === null) return
    for (const { storyId: _, ...change } of await listChangesSince(ctx, storyId, stream.storyAt))
      sendChange(stream, change)
  }

  /** People who can no longer edit the draft get no updates and are not listed. */
  async function sendDraft(articleId: string) {
    const streams = registry.ofDraft(articleId)
    const present = presence.peopleAt(articleId)
    const known = await editorsAmong(ctx, articleId, [
      ...new Set([...present, ...streams.flatMap(({ listener }) => listener.personId ?? [])]),
    ])
    if (!known) return
    const cards = await cardsOf(
      ctx,
      present.filter((id) => known.editors.has(id)),
    )
    for (const stream of streams) {
      const { personId } = stream.listener
      if (personId === null || !known.editors.has(personId)) continue
      if (stream.draftVersion !== known.version) {
        stream.draftVersion = known.version
        stream.send('draft', { articleId, version: known.version })
      }
      const people = cards.filter(({ id }) => id !== personId)
      const shown = JSON.stringify(people)
      if (stream.people === shown) continue
      stream.people = shown
      stream.send('presence', { articleId, people })
    }
  }

  function sendChange(stream: Stream, change: Omit<ResponseChange, 'storyId'>) {
    stream.storyAt = ctx.now().getTime()
    stream.send('response', change)
  }

  /** Keeps proxies from closing idle streams, and ends streams of ended sessions. */
  async function beat() {
    for (const stream of registry.all()) stream.write(':\n\n')
    try {
      await endSignedOut([...registry.all()])
    } catch (error) {
      ctx.log.error({ err: error }, 'session check failed')
    }
  }

  async function endSignedOut(streams: Stream[]) {
    const ids = [...new Set(streams.flatMap(({ listener }) => listener.sessionId ?? []))]
    if (ids.length === 0) return
    const ongoing = await findActiveSessions(ctx, ids)
    for (const stream of streams) {
      const { sessionId } = stream.listener
      if (sessionId === null || ongoing.has(sessionId)) continue
      leave(stream)
      stream.end()
    }
  }

  return {
    checkCapacity: registry.checkCapacity,
    countStreams: () => registry.all().size,
    open,
    leave,
    onSignals,
    setListening,
    beat,
    /** Ends all streams; browsers reconnect to another process. */
    async close() {
      closed = true
      clearInterval(timer)
      clearInterval(sweeper)
      for (const stream of registry.all()) {
        stream.end(Math.round(RECONNECT_MS.min + Math.random() * (RECONNECT_MS.max - RECONNECT_MS.min)))
      }
      await pumping
    },
  }
}

export type LiveHub = ReturnType<typeof createHub>
