import { hasRole } from '#contract/endpoint.ts'
import { useHardNavigation } from './hard-navigation.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorStep } from './second-step.tsx'
import { StepTitle } from './step-title.tsx'
import { useSignIn } from './use-sign-in.ts'

/** People without admin rights return to this page, which tells them so. */
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
