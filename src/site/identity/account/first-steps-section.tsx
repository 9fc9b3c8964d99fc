import { useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { Section } from './section.tsx'

/** Leads back to the onboarding page. Shown to everyone, because `welcomed` is true for skipped and finished steps. */
export function FirstStepsSection() {
  const { viewer } = useShell()
  if (!viewer) return null
  return (
    <Section id="first-steps" title="First steps" about="Topics, people to follow and your profile.">
      <div>
        <ButtonLink tone="quiet" size="sm" to={withNext(`/user/new/temp-${viewer.id}`, '/user/account')}>
          Open first steps
        </ButtonLink>
      </div>
    </Section>
  )
}
