import type { SignedIn } from '#contract/identity/identity.ts'
import { useHardNavigation } from './hard-navigation.ts'
import { withNext } from './next-path.ts'

/** Leaves for `next` after a sign-in, by way of onboarding for new users. */
export function useAfterSignIn() {
  const leave = useHardNavigation()
  return ({ viewer, isNew }: SignedIn, next: string) =>
    leave(isNew || !viewer.welcomed ? withNext(`/user/new/temp-${viewer.id}`, next) : next)
}
