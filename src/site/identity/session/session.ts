import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AccountFields, UserRecord } from '#contract/identity/identity.ts'

/** The signed-in account and its users record. */
export type CurrentUser = AccountFields & { userData: UserRecord | null }

export type Session = {
  /** Null for a visitor, and until the record has been loaded. */
  currentUser: CurrentUser | null
  /** Call after a sign-in or an account change. Settles even offline; the session catches up later. */
  refresh(): Promise<void>
  /** Ends the session and leaves for the home page. Rejects if the server could not be reached. */
  signOut(): Promise<void>
  /** The ID token, for requests outside the API client. Never returns the `refused` token again. */
  token(refused?: string | null): Promise<string | null>
}

export type SessionSource = Omit<Session, 'currentUser'> & {
  currentUser(): CurrentUser | null
  subscribe(listener: () => void): () => void
}

export const SessionContext = createContext<SessionSource>({
  currentUser: () => null,
  subscribe: () => () => {},
  refresh: () => Promise.reject(new Error('No session provided')),
  signOut: () => Promise.reject(new Error('No session provided')),
  token: async () => null,
})

export function useSession(): Session {
  const { currentUser, subscribe, ...rest } = useContext(SessionContext)
  return { currentUser: useSyncExternalStore(subscribe, currentUser, () => null), ...rest }
}
