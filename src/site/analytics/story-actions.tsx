import type { StoryFigures } from '#contract/analytics/analytics.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { useShell } from '#site/page.ts'

/** What readers did with a story, besides reading it. */
export function StoryActions({ actions, earnings }: Pick<StoryFigures, 'actions' | 'earnings'>) {
  const { site } = useShell()
  const hasBerries = !site.switchedOff.includes('berries')
  return (
    <section>
      <h2 className="mb-3 font-serif text-lg font-semibold">What readers did</h2>
      <Figures label="What readers did">
        <Figure label="Likes" value={actions.likes} />
        <Figure label="Responses" value={actions.responses} />
        <Figure label="Shares" value={actions.shares} />
        <Figure label="Followers gained" value={actions.followers} />
        {hasBerries && <Figure label="Berries" value={actions.berries} />}
        <EarningFigures earnings={earnings} />
      </Figures>
    </section>
  )
}

/** A tile for each currency. */
export function EarningFigures({ earnings }: Pick<StoryFigures, 'earnings'>) {
  return earnings?.map(({ currency, amount }) => (
    <Figure
      key={currency}
      label="Earnings"
      value={amount}
      format={(value) => formatMoney(value, currency)}
      note="In the months of this period"
      to="/earnings"
    />
  ))
}
