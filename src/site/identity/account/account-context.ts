import { createContext, useContext } from 'react'
import type { Account } from '#contract/identity/account.ts'
import type { Reply } from '#contract/endpoints.ts'

export type SignInMethods = Reply<'GET /api/sign-in'>

type Value = {
  account: Account
  methods: SignInMethods
  /** Replaces the account with the one the server returned. */
  show(account: Account): void
  /** Fetches the account, after a response that did not include it. */
  reload(): Promise<void>
  /** Runs a change. If the server requires a recent sign-in, asks for one and runs it again. */
  withRecentSignIn<T>(change: () => Promise<T>): Promise<T>
}

export const AccountContext = createContext<Value | null>(null)

export function useAccount() {
  const value = useContext(AccountContext)
  if (!value) throw new Error('useAccount needs an AccountProvider')
  return value
}
