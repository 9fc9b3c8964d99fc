import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AccountFields, UserRecord } from '#contract/identity/identity.ts'

/** The account of the person who is signed in, with the users record that belongs to it. */
export type CurrentUser = AccountFields & { userData: UserRecord | null }

export type Session = {
  /** Null for a visitor, and until the record has been loaded. */
  currentUser: CurrentUser | null
  /** To be called after a sign-in or a change of the account. Settles even offline: the rest follows by itself. */
  refresh(): Promise<void>
  /** Ends the session and leaves for the home page. Rejects when the server could not be told. */
  signOut(): Promise<void>
  /** The ID token, for what is not called through the API. The one that was `refused` is not given again. */
  token(refused?: string | null): Promise<string | null>
}

export type SessionSource = Omit<Session, 'currentUser'> & {
  currentUser(): CurrentUser | null
  subscribe(listener: () => void): () => void
}

/** A test hands components another. */
export const SessionContext = createContext<SessionSource>({
  currentUser: () => null,
  subscribe: () => () => {},
  refresh: () => Promise.reject(new Error('There is no session here')),
  signOut: () => Promise.reject(new Error('There is no session here')),
  token: async () => null,
})

export function useSession(): Session {
  const { currentUser, subscribe, ...rest } = useContext(SessionContext)
  return { currentUser: useSyncExternalStore(subscribe, currentUser, () => null), ...rest }
}
