import { hasRole } from '#contract/endpoint.ts'
import { useHardNavigation } from './hard-navigation.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorStep } from './second-step.tsx'
import { StepTitle } from './step-title.tsx'
import { useSignIn } from './use-sign-in.ts'

/** For the people who run the site. Whoever has no rights there stays at this door, which tells them so. */
export function AdminSignIn() {
  const leave = useHardNavigation()
  const { needed, message, attempt, startAgain } = useSignIn(({ viewer }) =>
    leave(hasRole(viewer, 'editor') ? '/admin' : '/admin/auth'),
  )
  return needed ? (
    <SecondFactorStep needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  ) : (
    <>
      <StepTitle lead="For the people who run this site.">Admin sign-in</StepTitle>
      <PasswordForm attempt={attempt} message={message} />
    </>
  )
}
