import { openChannel } from '#site/browser/broadcast-channel.ts'

export type TabMessage = { kind: 'hello' | 'here' | 'saved' | 'bye'; tab: string }

/** Connects the tabs of this browser that have one article open. */
export function openTabChannel(articleId: string, tab: string, onMessage: (message: TabMessage) => void) {
  // Without a channel, version conflicts still show that two tabs save.
  let channel = openChannel(`bramble-writing-${articleId}`)
  channel?.addEventListener('message', ({ data }) => {
    if (isTabMessage(data) && data.tab !== tab) onMessage(data)
  })

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  const send = (kind: TabMessage['kind']) => channel?.postMessage({ kind, tab } satisfies TabMessage)
  return {
    send,
    close() {
      send('bye')
      channel?.close()
      channel = null
    },
  }
}

function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === 'object' && data !== null && 'kind' in data && 'tab' in data && typeof data.tab === 'string'
}
