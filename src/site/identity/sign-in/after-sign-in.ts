import type { SignedIn } from '#contract/identity/identity.ts'
import { track } from '#site/analytics/track.ts'
import { useHardNavigation } from './hard-navigation.ts'
import { withNext } from './next-path.ts'

/** Leaves for `next` after a sign-in, by way of onboarding for new users. */
export function useAfterSignIn() {
  const leave = useHardNavigation()
  return ({ viewer, isNew }: SignedIn, next: string) => {
    if (isNew) track({ kind: 'sign-up' })
    return leave(isNew || !viewer.welcomed ? withNext(`/user/new/temp-${viewer.id}`, next) : next)
  }
}
