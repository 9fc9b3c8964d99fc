import { type ReactNode, useState } from 'react'
import type { Account } from '#contract/identity/account.ts'
import type { SignedIn } from '#contract/identity/identity.ts'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { AccountContext, type SignInMethods } from './account-context.ts'
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx'

type Props = { first: Account; methods: SignInMethods; children: ReactNode }
type Waiting = { resume(): void; fail(error: Error): void }

/** Provides the account to its sections, and the dialog for changes that need a recent sign-in. */
export function AccountProvider({ first, methods, children }: Props) {
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
    await new Promise<void>((resume, fail) => setWaiting({ resume, fail }))
    return change()
  }

  async function signedIn({ viewer }: SignedIn) {
    // A provider may sign in a different account. Then this page must not go on with the change.
    if (viewer.uid !== account.uid) return leave('/user/account')
    await session.refresh()
    waiting?.resume()
    return setWaiting(null)
  }

  function cancel() {
    waiting?.fail(new BrowserError('not-confirmed'))
    setWaiting(null)
  }

  const reload = async () => show(await api('GET /api/account'))
  return (
    <AccountContext value={{ account, methods, show, reload, withRecentSignIn }}>
      {children}
      <ReauthenticateDialog
        account={account}
        methods={methods}
        open={waiting !== null}
        onClose={cancel}
        onSignedIn={signedIn}
      />
    </AccountContext>
  )
}
