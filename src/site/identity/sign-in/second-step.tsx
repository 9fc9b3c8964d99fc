import type { ComponentProps } from 'react'
import { SecondFactor } from './second-factor.tsx'
import { StepTitle } from './step-title.tsx'

/** The second factor as a page of its own. */
export function SecondFactorStep(props: ComponentProps<typeof SecondFactor>) {
  return (
    <>
      <StepTitle lead="Your account uses two-step verification.">Confirm it’s you</StepTitle>
      <SecondFactor {...props} />
    </>
  )
}
