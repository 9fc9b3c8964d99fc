import type { Services } from '#contract/firebase/services.ts'
import type { CurrentUser } from './session.ts'
import type { Uid } from './tab-sync.ts'

/** The signed-in user, and their record once it is loaded. */
export type SessionState = { uid: Uid; currentUser: CurrentUser | null }

/** What the session needs from the page. */
export type PageHost = {
  base: string
  /** Where the users record is queried; null for this site. */
  data: Services['data']
  /** Reloads the page for another user. Returns false if that was just tried. */
  reload(uid: Uid): boolean
  /** Navigates by a full page load. */
  leave(address: string): void
  typing(): boolean
}
