import { Refusal, type RefusalCode } from '#contract/errors.ts'
import type { AccountFields } from '#contract/identity/identity.ts'
import { createApi } from '#site/api.ts'
import { deleteStoredStories } from '#site/offline/read-stories.ts'
import { storeViewer } from '#site/offline/device-viewer.ts'
import { deleteCopies } from '#site/offline/article-copies.ts'
import { storeSignOutReason, showSignOutReason } from './sign-out-reason.ts'
import { createTokenCache } from './token-cache.ts'
import type { SessionState, PageHost } from './page-host.ts'
import { type TabSync, storedUid } from './tab-sync.ts'
import { clearUserData, storeUserData } from './user-data.ts'

type Port = { place: PageHost; tabs: TabSync; known(): SessionState; know(next: SessionState): void }

export type Running = ReturnType<typeof runSession>

/** The session of a signed-in user: the token, the stored record, and signing out. */
export function runSession({ place, tabs, known, know }: Port) {
  const api = createApi(place.base)
  // True after a sign-in in this tab, while the cookie may belong to another user than the page.
  let adopting = false
  let loading = Promise.resolve()

  const tokens = createTokenCache({
    fetch: () => api('POST /api/session/token'),
    onToken(account) {
      const { uid, currentUser } = known()
      if (uid !== null && uid !== account.uid && !adopting) return tabs.receive(account.uid)
      // Only now: announcing a sign-in that the server has not confirmed could make the tabs reload in a loop.
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
      const records = await loadRecords(account.uid)
      if (known().uid === account.uid) know({ uid: account.uid, currentUser: storeUserData(account, records) })
    } catch {
      // Loaded again with the next token.
    }
  }

  /** On demand: most sites have their data themselves. */
  async function loadRecords(uid: string) {
    if (!place.data) return api('GET /api/users', { query: { uid } })
    const { queryUserRecords } = await import('./data-service.ts')
    return queryUserRecords(place.data, uid, tokens.current() ?? '')
  }

  function end() {
    adopting = false
    tokens.stop()
    clearUserData()
    storeViewer(null)
    know({ uid: null, currentUser: null })
    tabs.announce(null)
  }

  /** Signs out because the server ended the session. */
  function expire(code: RefusalCode) {
    end()
    storeSignOutReason(code)
    if (!place.reload(null)) void showSignOutReason()
  }

  /** Settles even if the renewal fails: the token cache retries on its own. */
  const renew = () =>
    tokens.renew().then(
      () => loading,
      () => {},
    )

  return {
    /** Asks the server who the cookie belongs to. */
    check: () => void renew(),
    drop: () => tokens.stop(),
    async token(refused?: string | null) {
      const token = await tokens.token(refused)
      // The page and the cookie belong to different users: refuse rather than act as the wrong one.
      if (tokens.account()?.uid !== known().uid) throw new Refusal('user-token-expired')
      return token
    },
    async refresh() {
      adopting = true
      await renew()
    },
    async signOut() {
      // A rejected token must not prevent the sign-out: the cookie identifies the session.
      const token = async (refused?: string | null) => (refused === undefined ? tokens.current() : '')
      await createApi(place.base, { token })('POST /api/sign-out')
      end()
      await Promise.allSettled([deleteStoredStories(), deleteCopies()])
      place.leave(place.base)
    },
    giveUp(code: RefusalCode) {
      const expireWithCode = () => expire(code)
      void api('POST /api/sign-out').then(expireWithCode, expireWithCode)
    },
  }
}
