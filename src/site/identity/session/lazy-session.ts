import { USER_DATA_KEY } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Tokens } from '#site/browser/call.ts'
import type { SessionState, PageHost } from './page-host.ts'
import type { Running } from './running-session.ts'
import type { SessionSource } from './session.ts'
import { SIGN_OUT_REASON_KEY, readStored, writeStored } from '#site/browser/web-storage.ts'
import { syncTabs } from './tab-sync.ts'
import { createStore } from '#site/ui/store.ts'

export type LazySession = SessionSource &
  Required<Tokens> & {
    /** Call with the user that the current page was rendered for. */
    follow(viewer: Pick<Viewer, 'uid' | 'impersonation'> | null): void
  }

/** A session that loads its code only for signed-in users: most readers never need it. */
export function createSession(place: PageHost): LazySession {
  const { get: known, set: know, subscribe } = createStore<SessionState>({ uid: null, currentUser: null })
  let running: Promise<Running> | null = null
  let first = true
  let viewing = false

  function run() {
    running ??= import('./running-session.ts').then(
      ({ runSession }) => runSession({ place, tabs, known, know }),
      (error: unknown) => {
        running = null
        throw error
      },
    )
    return running
  }

  /** Offline, the code cannot be loaded. The next call that needs it tries again. */
  const notify = (message: (session: Running) => void) => void run().then(message, () => {})

  const tabs = syncTabs({
    mine: () => known().uid,
    drop() {
      know({ uid: null, currentUser: null })
      if (running) notify((session) => session.drop())
    },
    reload: place.reload,
    typing: place.typing,
  })
  if (readStored('sessionStorage', SIGN_OUT_REASON_KEY))
    void import('./sign-out-reason.ts').then(({ showSignOutReason }) => showSignOutReason())

  return {
    currentUser: () => known().currentUser,
    subscribe,
    refresh: () =>
      run().then(
        (session) => session.refresh(),
        () => {},
      ),
    signOut: async () => (await run()).signOut(),
    token: async (refused) => (known().uid === null ? null : (await run()).token(refused)),
    giveUp: (code) => notify((session) => session.giveUp(code)),
    viewOnly: () => viewing,
    follow(viewer) {
      viewing = viewer?.impersonation !== undefined
      // The session of this tab stays the admin's.
      if (viewing) return
      const uid = viewer?.uid ?? null
      // Left over from a session that ended elsewhere.
      if (first && uid === null) writeStored('localStorage', USER_DATA_KEY, null)
      first = false
      if (uid === known().uid) return
      // A page for another user does not change the user of this tab: the cookie decides.
      if (known().uid === null) know({ uid, currentUser: null })
      notify((session) => session.check())
    },
  }
}
