import { USER_DATA_KEY } from '#contract/constants.ts'
import { openChannel } from '#site/channel.ts'
import { readStored } from './web-storage.ts'

/** Who is signed in, by their uid; null for nobody. */
export type Uid = string | null

type Follower = {
  /** Whom this tab shows its pages to. */
  mine(): Uid
  /** Told at once when somebody has signed out elsewhere. */
  drop(): void
  /** Loads the page anew, for somebody else than before. */
  reload(uid: Uid): void
  typing(): boolean
}

/** Keeps the tabs of a browser at one: each tells who signed in or out, and all the others follow. */
export function syncTabs({ mine, drop, reload, typing }: Follower) {
  let theirs: Uid | undefined

  const look = () => {
    if (theirs === undefined || theirs === mine()) return
    if (theirs === null) drop()
    // After a sign-in a page that nobody looks at can wait, and half-written text is worth more than a new name.
    else if (document.visibilityState !== 'visible' || typing()) return
    reload(theirs)
  }
  const hear = (uid: Uid) => {
    theirs = uid
    look()
  }

  const channel = openChannel('bramble-session')
  if (channel) channel.addEventListener('message', ({ data }) => hear(parseUid(data)))
  // Without a channel, what is kept about the person tells of them.
  else addEventListener('storage', ({ key, newValue }) => key === USER_DATA_KEY && hear(parseUid(newValue)))

  document.addEventListener('visibilitychange', look)
  // A page that comes back by the Back button was asleep and has heard nothing.
  addEventListener('pageshow', ({ persisted }) => persisted && hear(storedUid()))

  return {
    hear,
    announce(uid: Uid) {
      theirs = uid
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(JSON.stringify({ uid }))
    },
  }
}

export type TabSync = ReturnType<typeof syncTabs>

/** Whom this browser last kept something about. */
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
