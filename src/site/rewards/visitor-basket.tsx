import { useShell } from '#site/page.ts'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { BasketPicture } from './basket-picture.tsx'
import { BasketSection } from './basket-section.tsx'
import type { VisitorView } from './berry-basket-data.ts'
import { EarnRules } from './earn-rules.tsx'
import { BASKET } from './labels.ts'
import { Leaderboard } from './leaderboard.tsx'
import { RewardCard, RewardGrid } from './reward-card.tsx'

const FULL = 200

/** What berries are, for people without an account. */
export function VisitorBasket({ about, leaderboard }: VisitorView) {
  const { site } = useShell()
  return (
    <div className="mx-auto max-w-page px-5 pb-16">
      <header className="mt-8 flex flex-col-reverse items-center gap-8 rounded-lg bg-warning-50 px-6 py-10 sm:mt-10 md:flex-row md:justify-between md:px-12">
        <div className="max-w-xl max-md:text-center">
          <h1 className="font-serif text-2xl font-semibold text-balance sm:text-3xl">Berry basket</h1>
          <p className="mt-3 text-md text-gray-700">
            Berries are a small thank-you for reading on <bdi>{site.name}</bdi>. Earn them with every story you finish,
            give them to authors you like, or redeem them for rewards. They’re free: you can’t buy them.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 max-md:justify-center">
            <ButtonLink to={withNext('/auth/newsignup', BASKET)}>Sign up</ButtonLink>
            <ButtonLink to={withNext('/auth/newauth', BASKET)} tone="quiet">
              Sign in
            </ButtonLink>
          </div>
        </div>
        <BasketPicture balance={FULL} className="w-40 shrink-0 sm:w-52" />
      </header>
      <div className="mt-12 grid grid-cols-1 gap-12">
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
          <BasketSection id="earn" title="How you earn berries">
            <EarnRules rules={about.rules} />
          </BasketSection>
          <BasketSection
            id="leaderboard"
            title="Leaderboard"
            about="Berries earned in the last 30 days. People can leave it at any time."
          >
            <Leaderboard leaders={leaderboard} />
          </BasketSection>
        </div>
        <BasketSection id="rewards" title="Rewards" about="What readers redeem their berries for.">
          <RewardGrid rewards={about.rewards}>{(reward) => <RewardCard key={reward.id} reward={reward} />}</RewardGrid>
        </BasketSection>
      </div>
    </div>
  )
}
