import type { Redemption } from '#contract/rewards/rewards.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { BasketSection } from './basket-section.tsx'
import type { Overview } from './berry-basket-data.ts'
import { EarnRules } from './earn-rules.tsx'
import { Leaderboard, LeaderboardSwitch } from './leaderboard.tsx'
import { RedemptionList } from './redemption-list.tsx'
import { RewardCard, RewardGrid } from './reward-card.tsx'
import { RedeemReward } from './redeem-reward.tsx'
import { StreakCalendar } from './streak-calendar.tsx'

export function BasketOverview({ basket, about, redemptions, leaderboard }: Overview) {
  return (
    <div className="mt-8 grid grid-cols-1 gap-12">
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
        <BasketSection id="streak" title="Reading streak">
          <StreakCalendar streak={basket.streak} />
        </BasketSection>
        <BasketSection id="earn" title="How you earn berries">
          <EarnRules rules={about.rules} />
          <ButtonLink to="/latest" tone="quiet" className="mt-6">
            Find a story to read
          </ButtonLink>
        </BasketSection>
      </div>
      <BasketSection id="rewards" title="Rewards" about="Trade your berries for something nice.">
        <RewardGrid rewards={about.rewards}>
          {(reward) => (
            <RewardCard key={reward.id} reward={reward}>
              <RedeemReward reward={reward} balance={basket.balance} redeemed={countRedeemed(redemptions, reward.id)} />
            </RewardCard>
          )}
        </RewardGrid>
      </BasketSection>
      {redemptions.length > 0 && (
        <BasketSection id="redeemed" title="Your rewards">
          <RedemptionList redemptions={redemptions} />
        </BasketSection>
      )}
      <BasketSection id="leaderboard" title="Leaderboard" about="Berries earned in the last 30 days.">
        <LeaderboardSwitch listed={basket.listed} />
        <Leaderboard leaders={leaderboard} />
      </BasketSection>
    </div>
  )
}

/** A refunded reward can be redeemed again. */
function countRedeemed(redemptions: readonly Redemption[], id: string) {
  return redemptions.filter(({ reward, state }) => reward.id === id && state !== 'refunded').length
}
