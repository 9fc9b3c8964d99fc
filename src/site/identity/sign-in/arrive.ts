import type { SignedIn } from '#contract/identity/identity.ts'
import { useLeave } from './leave.ts'
import { withNext } from './next.ts'

/** Where somebody goes who has just signed in: whoever is new takes the first steps before what comes next. */
export function useArrive() {
  const leave = useLeave()
  return ({ viewer, isNew }: SignedIn, next: string) =>
    leave(isNew || !viewer.welcomed ? withNext(`/user/new/temp-${viewer.id}`, next) : next)
}
