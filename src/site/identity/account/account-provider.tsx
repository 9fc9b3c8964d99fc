import { type ReactNode, useState } from 'react'
import type { Account } from '#contract/identity/account.ts'
import type { SignedIn } from '#contract/identity/identity.ts'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { AccountContext, type SignInMethods } from './account-context.ts'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'

type Props = { first: Account; ways: SignInMethods; children: ReactNode }
type Waiting = { goOn(): void; fail(error: Error): void }

/** The account around its sections, and the question that dangerous changes may raise. */
export function AccountProvider({ first, ways, children }: Props) {
  const api = useApi()
  const session = useSession()
  const leave = useHardNavigation()
  const [account, show] = useState(first)
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withRecentSignIn<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change()
    } catch (error) {
      if (errorCode(error) !== 'requires-recent-login') throw error
    }
    await new Promise<void>((goOn, fail) => setWaiting({ goOn, fail }))
    return change()
  }

  async function signedIn({ viewer }: SignedIn) {
    // Another service may vouch for another person; then this page is not theirs to change.
    if (viewer.uid !== account.uid) return leave('/user/account')
    await session.refresh()
    waiting?.goOn()
    return setWaiting(null)
  }

  function giveUp() {
    waiting?.fail(new BrowserError('not-confirmed'))
    setWaiting(null)
  }

  const reload = async () => show(await api('GET /api/account'))
  return (
    <AccountContext value={{ account, ways, show, reload, withRecentSignIn }}>
      {children}
      <ReauthenticateDialog account={account} open={waiting !== null} onClose={giveUp} onSignedIn={signedIn} />
    </AccountContext>
  )
}
