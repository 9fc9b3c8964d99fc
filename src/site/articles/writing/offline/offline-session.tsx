import { type ReactNode, createContext, use, useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { aroundApi } from '#site/api.ts'
import { ApiContext, useApi } from '#site/page.ts'
import { SessionContext } from '#site/identity/session/session.ts'

/** Whether the server has answered since the page was opened without a network. */
export const ReachedContext = createContext(false)

/**
 * A page loaded from this device has no session. It is refreshed before the first call, and calls are refused unless the
 * session belongs to the writer of this text.
 */
export function OfflineSession({ writer, children }: { writer: Viewer; children: ReactNode }) {
  const api = useApi()
  const session = use(SessionContext)
  const [reached, setReached] = useState(false)
  const [guardedApi] = useState(() =>
    aroundApi(api, async (_call, run) => {
      if (session.currentUser() === null) await session.refresh()
      const uid = session.currentUser()?.uid
      // Like a failed request, so that the save engine retries.
      if (uid === undefined) throw new TypeError('Session unavailable')
      if (uid !== writer.uid) throw new Refusal('sign-in-needed')
      const reply = await run()
      setReached(true)
      return reply
    }),
  )
  return (
    <ReachedContext value={reached}>
      <ApiContext value={guardedApi}>{children}</ApiContext>
    </ReachedContext>
  )
}
