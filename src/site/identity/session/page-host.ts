import type { CurrentUser } from './session.ts'
import type { Uid } from './tab-sync.ts'

/** Who is signed in here, and what has been loaded about them. */
export type SessionState = { uid: Uid; currentUser: CurrentUser | null }

/** What the session does to the page around it. */
export type PageHost = {
  base: string
  /** Loads the page anew for somebody else; false when that has just been tried. */
  reload(uid: Uid): boolean
  /** Leaves for an address by a full page load. */
  leave(address: string): void
  typing(): boolean
}
