import type { Basket } from '#contract/rewards/rewards.ts'
import { describeBerries } from '#contract/rewards/outcomes.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Row, Section } from './section.tsx'

/** Here, because the berry basket imports this folder. */
export function formatBerries(count: number) {
  return describeBerries(count).replace(String(count), count.toLocaleString('en'))
}

/** The balance. Everything else is in the berry basket. */
export function BerriesSection({ basket: { balance, earnedToday } }: { basket: Basket }) {
  return (
    <Section id="berries" title="Berries">
      <Row
        title={formatBerries(balance)}
        detail={earnedToday > 0 ? `${formatBerries(earnedToday)} earned today` : 'Finish a story to earn some.'}
        action={
          <ButtonLink to="/berrybasket" tone="quiet" size="sm">
            Open berry basket
          </ButtonLink>
        }
      />
    </Section>
  )
}
