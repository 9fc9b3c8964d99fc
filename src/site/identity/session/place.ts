import type { CurrentUser } from './session.ts'
import type { Uid } from './tabs.ts'

/** Who is signed in here, and what has been loaded about them. */
export type Known = { uid: Uid; currentUser: CurrentUser | null }

/** What the session does to the page around it. */
export type Place = {
  base: string
  /** Loads the page anew for somebody else; false when that has just been tried. */
  reload(uid: Uid): boolean
  /** Leaves for an address by a full page load. */
  leave(address: string): void
  typing(): boolean
}
