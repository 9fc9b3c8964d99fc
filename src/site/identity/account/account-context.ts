import { createContext, useContext } from 'react'
import type { Account } from '#contract/identity/account.ts'
import type { Reply } from '#contract/endpoints.ts'

export type SignInMethods = Reply<'GET /api/sign-in'>

type Value = {
  account: Account
  ways: SignInMethods
  /** Shows the account as the server has it now. */
  show(account: Account): void
  /** Asks the server for it, after an answer that did not bring it along. */
  reload(): Promise<void>
  /** Makes a change; if the server wants a fresh sign-in first, asks for one and then makes it. */
  withRecentSignIn<T>(change: () => Promise<T>): Promise<T>
}

export const AccountContext = createContext<Value | null>(null)

export function useAccount() {
  const value = useContext(AccountContext)
  if (!value) throw new Error('There is no account around this')
  return value
}
