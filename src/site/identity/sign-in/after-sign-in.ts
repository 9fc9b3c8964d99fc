import type { SignedIn } from '#contract/identity/identity.ts'
import { useHardNavigation } from './hard-navigation.ts'
import { withNext } from './next-path.ts'

/** Where somebody goes who has just signed in: whoever is new takes the first steps before what comes next. */
export function useAfterSignIn() {
  const leave = useHardNavigation()
  return ({ viewer, isNew }: SignedIn, next: string) =>
    leave(isNew || !viewer.welcomed ? withNext(`/user/new/temp-${viewer.id}`, next) : next)
}
