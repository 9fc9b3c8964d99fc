import { Refusal, type RefusalCode } from '#contract/errors.ts'
import type { AccountFields } from '#contract/identity/identity.ts'
import { createApi } from '#site/api.ts'
import { deleteStoredStories } from '#site/offline/read-stories.ts'
import { deleteCopies } from '#site/articles/writing/offline/device-copy.ts'
import { storeSignOutReason, showSignOutReason } from './sign-out-reason.ts'
import { createTokenCache } from './token-cache.ts'
import type { SessionState, PageHost } from './page-host.ts'
import { type TabSync, storedUid } from './tab-sync.ts'
import { clearUserData, storeUserData } from './user-data.ts'

type Port = { place: PageHost; tabs: TabSync; known(): SessionState; know(next: SessionState): void }

export type Running = ReturnType<typeof runSession>

/** The session of a person: their token, what is kept about them, and its end. */
export function runSession({ place, tabs, known, know }: Port) {
  const api = createApi(place.base)
  // True while the cookie may name somebody else than the page: a sign-in has just happened here.
  let adopting = false
  let loading = Promise.resolve()

  const tokens = createTokenCache({
    fetch: () => api('POST /api/session/token'),
    onToken(account) {
      const { uid, currentUser } = known()
      if (uid !== null && uid !== account.uid && !adopting) return tabs.hear(account.uid)
      // Only now: a sign-in that the server does not stand by would send the tabs round in circles.
      if (storedUid() !== account.uid) tabs.announce(account.uid)
      if (uid !== account.uid) know({ uid: account.uid, currentUser: null })
      if (adopting || currentUser === null) loading = loadRecord(account)
      adopting = false
    },
    onSignedOut: expire,
  })

  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tokens.wake())
  addEventListener('online', () => tokens.wake({ online: true }))

  async function loadRecord(account: AccountFields) {
    try {
      const records = await api('GET /api/users', { query: { uid: account.uid } })
      if (known().uid === account.uid) know({ uid: account.uid, currentUser: storeUserData(account, records) })
    } catch {
      // It is asked for again with the next token.
    }
  }

  function end() {
    adopting = false
    tokens.stop()
    clearUserData()
    know({ uid: null, currentUser: null })
    tabs.announce(null)
  }

  /** The server wants this person signed out. */
  function expire(code: RefusalCode) {
    end()
    storeSignOutReason(code)
    if (!place.reload(null)) void showSignOutReason()
  }

  /** Waiting is for those who asked; the tokens goes on trying by itself. */
  const renew = () =>
    tokens.renew().then(
      () => loading,
      () => {},
    )

  return {
    /** Asks whom the cookie names. */
    check: () => void renew(),
    drop: () => tokens.stop(),
    async token(refused?: string | null) {
      const token = await tokens.token(refused)
      // The page is one person's and the cookie another's: nothing is done in the wrong name.
      if (tokens.account()?.uid !== known().uid) throw new Refusal('user-token-expired')
      return token
    },
    async refresh() {
      adopting = true
      await renew()
    },
    async signOut() {
      // A token that is refused does not keep anybody here: the cookie says whose session ends.
      const token = async (refused?: string | null) => (refused === undefined ? tokens.current() : '')
      await createApi(place.base, { token })('POST /api/sign-out')
      end()
      await Promise.allSettled([deleteStoredStories(), deleteCopies()])
      place.leave(place.base)
    },
    giveUp(code: RefusalCode) {
      const farewell = () => expire(code)
      void api('POST /api/sign-out').then(farewell, farewell)
    },
  }
}
