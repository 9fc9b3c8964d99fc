import { USER_DATA_KEY } from '#contract/constants.ts'
import { openChannel } from '#site/browser/broadcast-channel.ts'
import { readStored } from '#site/browser/web-storage.ts'

/** The uid of the signed-in user, or null. */
export type Uid = string | null

type Follower = {
  /** The user of this tab. */
  mine(): Uid
  /** Called at once after a sign-out in another tab. */
  drop(): void
  /** Reloads the page for another user. */
  reload(uid: Uid): void
  typing(): boolean
}

/** Keeps the tabs of a browser in sync: each announces sign-ins and sign-outs, and the others follow. */
export function syncTabs({ mine, drop, reload, typing }: Follower) {
  let theirs: Uid | undefined

  const apply = () => {
    if (theirs === undefined || theirs === mine()) return
    if (theirs === null) drop()
    // After a sign-in, a hidden tab can wait, and a reload would lose text that is being typed.
    else if (document.visibilityState !== 'visible' || typing()) return
    reload(theirs)
  }
  const receive = (uid: Uid) => {
    theirs = uid
    apply()
  }

  const channel = openChannel('bramble-session')
  if (channel) channel.addEventListener('message', ({ data }) => receive(parseUid(data)))
  // Without BroadcastChannel, watch the stored user data.
  else addEventListener('storage', ({ key, newValue }) => key === USER_DATA_KEY && receive(parseUid(newValue)))

  document.addEventListener('visibilitychange', apply)
  // A page restored from the back/forward cache has missed messages.
  addEventListener('pageshow', ({ persisted }) => persisted && receive(storedUid()))

  return {
    receive,
    announce(uid: Uid) {
      theirs = uid
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(JSON.stringify({ uid }))
    },
  }
}

export type TabSync = ReturnType<typeof syncTabs>

/** The uid in the stored user data. */
export function storedUid() {
  return parseUid(readStored('localStorage', USER_DATA_KEY))
}

function parseUid(json: unknown): Uid {
  try {
    const { uid }: { uid?: unknown } = JSON.parse(String(json)) ?? {}
    return typeof uid === 'string' ? uid : null
  } catch {
    return null
  }
}
