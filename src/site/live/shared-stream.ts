import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { openChannel } from '#site/browser/broadcast-channel.ts'

const MAX_RECENT = 30

type PersonEvent = { [Name in 'notification' | 'unread']: { name: Name; event: LiveEvents[Name]; id: string } }
export type SharedEvent = PersonEvent['notification'] | PersonEvent['unread']

type Message =
  | { kind: 'event'; shared: SharedEvent; to?: string }
  /** From a tab that has just joined, with the last notification it knows. */
  | { kind: 'joined'; tab: string; after: number }

type Listener = {
  /** Leadership gained or lost. */
  onLead(): void
  onEvent(shared: SharedEvent): void
}

export type SharedStream = ReturnType<typeof joinTabs>

/**
 * Shares the events of one person between the tabs of a browser: the tab with the lock is connected and passes them on,
 * because a browser opens only six HTTP/1.1 connections per site. Null where the browser cannot share.
 */
export function joinSharedStream(personId: string, after: number, listener: Listener): SharedStream | null {
  const name = `bramble-live-${personId}`
  const channel = 'locks' in navigator ? openChannel(name) : null
  return channel && joinTabs({ name, channel, after, listener })
}

const seqOf = ({ id }: SharedEvent) => Number.parseInt(id, 10)

function joinTabs(joined: { name: string; channel: BroadcastChannel; after: number; listener: Listener }) {
  const { name, channel, listener } = joined
  const { locks } = navigator
  const tab = Math.random().toString(36).slice(2)
  /** The request that has the lock. A tab that takes over may have had it already. */
  let holder: LockOptions | null = null
  let left = false
  let taking = false
  let release = () => {}
  let waiting = new AbortController()
  let recent: SharedEvent[] = []
  let lastUnread: SharedEvent | null = null

  const post = (message: Message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    if (!left) channel.postMessage(message)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (left) return
    if (data.kind === 'joined') {
      if (holder) catchUp(data)
    } else if (!holder && (data.to === undefined || data.to === tab)) {
      remember(data.shared)
      listener.onEvent(data.shared)
    }
  })

  /** The tab may have been rendered before the latest events. */
  function catchUp({ tab: to, after }: { tab: string; after: number }) {
    for (const shared of recent) if (seqOf(shared) > after) post({ kind: 'event', shared, to })
    // Reading changes the count, but not the seq.
    if (lastUnread && seqOf(lastUnread) >= after) post({ kind: 'event', shared: lastUnread, to })
  }

  function remember(shared: SharedEvent) {
    // A notification has the count, too.
    lastUnread = shared.name === 'unread' ? shared : null
    if (!lastUnread) recent = [...recent, shared].slice(-MAX_RECENT)
  }

  function request(options: LockOptions) {
    const onAcquired = () => {
      if (options.steal) taking = false
      if (left) return undefined
      holder = options
      listener.onLead()
      return new Promise<void>((done) => (release = done))
    }
    locks.request(name, options, onAcquired).catch(() => {
      // Without the lock, this tab only stopped waiting for it, or took it with another request.
      if (holder !== options || left) return
      holder = null
      listener.onLead()
      if (!taking) wait()
    })
  }

  function wait() {
    waiting = new AbortController()
    request({ signal: waiting.signal })
  }

  wait()
  post({ kind: 'joined', tab, after: joined.after })

  return {
    isLeading: () => holder !== null,
    /** Takes over: the visible tab is connected, because systems suspend tabs in the background. */
    lead() {
      if (holder || taking || left) return
      taking = true
      waiting.abort()
      request({ steal: true })
    },
    /** Passes an event on to the other tabs. */
    share(shared: SharedEvent) {
      remember(shared)
      post({ kind: 'event', shared })
    },
    /** Leaves, and lets another tab lead. */
    leave() {
      left = true
      waiting.abort()
      release()
      channel.close()
    },
  }
}
