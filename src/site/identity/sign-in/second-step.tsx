import type { ComponentProps } from 'react'
import { SecondFactor } from './second-factor.tsx'
import { StepTitle } from './step-title.tsx'

/** The second factor, as a step that fills the page. */
export function SecondFactorStep(props: ComponentProps<typeof SecondFactor>) {
  return (
    <>
      <StepTitle lead="Your account asks for a second step.">Confirm that it is you</StepTitle>
      <SecondFactor {...props} />
    </>
  )
}
