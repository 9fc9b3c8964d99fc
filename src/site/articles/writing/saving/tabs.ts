import { openChannel } from '#site/channel.ts'

type Message = { kind: 'hello' | 'here' | 'saved' | 'bye'; tab: string }

type Ears = {
  /** How many other tabs have the same article open. */
  onOthers(count: number): void
  /** Another tab has just opened it, and should get what this one has. */
  onHello(): void
  onSaved(): void
  /** Another tab has gone, perhaps with something that it could not save. */
  onBye(): void
}

/** The tabs of this browser that have one article open. */
export function createTabs(articleId: string, tab: string, { onOthers, onHello, onSaved, onBye }: Ears) {
  const others = new Set<string>()
  // Without a channel the version still tells when two tabs save.
  const channel = openChannel(`bramble-writing-${articleId}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  const say = (kind: Message['kind']) => channel?.postMessage({ kind, tab } satisfies Message)

  channel?.addEventListener('message', ({ data }) => {
    if (!isMessage(data) || data.tab === tab) return
    const before = others.size
    if (data.kind === 'bye') others.delete(data.tab)
    else others.add(data.tab)
    if (others.size !== before) onOthers(others.size)
    if (data.kind === 'hello') {
      say('here')
      onHello()
    }
    if (data.kind === 'saved') onSaved()
    if (data.kind === 'bye') onBye()
  })

  return {
    hello: () => say('hello'),
    /** For a tab that is closed, or put away by the Back button; it says hello again when it comes back. */
    bye: () => say('bye'),
    saved: () => say('saved'),
    has: (other: string) => others.has(other),
    count: () => others.size,
    close() {
      say('bye')
      channel?.close()
    },
  }
}

export type Tabs = ReturnType<typeof createTabs>

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'kind' in data && 'tab' in data && typeof data.tab === 'string'
}
