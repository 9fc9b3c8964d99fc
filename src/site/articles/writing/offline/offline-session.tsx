import { type ReactNode, createContext, use, useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { aroundApi } from '#site/api.ts'
import { ApiContext, useApi } from '#site/page.ts'
import { SessionContext } from '#site/identity/session/session.ts'

/** Whether the server has answered since the page was opened without a network. */
export const ReachedContext = createContext(false)

/**
 * The page came from this device and so without a session. Before the first call it is asked for; nothing is sent in the name
 * of anyone but the writer of this text.
 */
export function OfflineSession({ writer, children }: { writer: Viewer; children: ReactNode }) {
  const api = useApi()
  const session = use(SessionContext)
  const [reached, setReached] = useState(false)
  const [careful] = useState(() =>
    aroundApi(api, async (_call, run) => {
      if (session.currentUser() === null) await session.refresh()
      const uid = session.currentUser()?.uid
      // As a failed request: the saving tries again.
      if (uid === undefined) throw new TypeError('The session could not be asked for')
      if (uid !== writer.uid) throw new Refusal('sign-in-needed')
      const reply = await run()
      setReached(true)
      return reply
    }),
  )
  return (
    <ReachedContext value={reached}>
      <ApiContext value={careful}>{children}</ApiContext>
    </ReachedContext>
  )
}
