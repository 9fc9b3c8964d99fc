import { USER_DATA_KEY } from '#contract/constants.ts'
import type { Tokens } from '#site/browser/call.ts'
import type { SessionState, PageHost } from './page-host.ts'
import type { Running } from './running-session.ts'
import type { SessionSource } from './session.ts'
import { SIGN_OUT_REASON_KEY, readStored, writeStored } from './web-storage.ts'
import { syncTabs } from './tab-sync.ts'

export type LazySession = SessionSource &
  Required<Tokens> & {
    /** Told for whom the server made the page that is shown. */
    follow(viewer: { uid: string } | null): void
  }

/** The session, whose code is not loaded until somebody is signed in: most readers never need it. */
export function createSession(place: PageHost): LazySession {
  let known: SessionState = { uid: null, currentUser: null }
  let running: Promise<Running> | null = null
  let first = true
  const listeners = new Set<() => void>()

  function know(next: SessionState) {
    known = next
    for (const listener of listeners) listener()
  }

  function run() {
    running ??= import('./running-session.ts').then(
      ({ runSession }) => runSession({ place, tabs, known: () => known, know }),
      (error: unknown) => {
        running = null
        throw error
      },
    )
    return running
  }

  /** Without a network the code cannot come; the next call that needs it tries again. */
  const tell = (message: (session: Running) => void) => void run().then(message, () => {})

  const tabs = syncTabs({
    mine: () => known.uid,
    drop() {
      know({ uid: null, currentUser: null })
      if (running) tell((session) => session.drop())
    },
    reload: place.reload,
    typing: place.typing,
  })
  if (readStored('sessionStorage', SIGN_OUT_REASON_KEY))
    void import('./sign-out-reason.ts').then(({ showSignOutReason }) => showSignOutReason())

  return {
    currentUser: () => known.currentUser,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: () =>
      run().then(
        (session) => session.refresh(),
        () => {},
      ),
    signOut: async () => (await run()).signOut(),
    token: async (refused) => (known.uid === null ? null : (await run()).token(refused)),
    giveUp: (code) => tell((session) => session.giveUp(code)),
    follow(viewer) {
      const uid = viewer?.uid ?? null
      // Left by somebody whose session has ended elsewhere.
      if (first && uid === null) writeStored('localStorage', USER_DATA_KEY, null)
      first = false
      if (uid === known.uid) return
      // A page for another person than the one before does not change who that is: the cookie decides.
      if (known.uid === null) know({ uid, currentUser: null })
      tell((session) => session.check())
    },
  }
}
