import type { Basket, Rule } from '#contract/rewards/rewards.ts'
import { Icon } from '#site/ui/icon.tsx'
import { BasketPicture } from './basket-picture.tsx'
import { formatNumber, mostADay } from './labels.ts'

type Props = { basket: Basket; rules: readonly Rule[] | null }

/** The balance, and what was earned today. */
export function BalanceHeader({ basket: { balance, earnedToday, streak }, rules }: Props) {
  const most = rules?.reduce((sum, rule) => sum + mostADay(rule), 0) ?? 0
  return (
    <header className="mt-8 flex items-center justify-between gap-4 overflow-hidden rounded-lg bg-warning-50 px-5 py-6 sm:mt-10 sm:px-10 sm:py-8">
      <div className="min-w-0">
        <h1 className="font-serif text-lg font-semibold text-warning-800">Your berry basket</h1>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 font-serif text-gray-900">
          <span className="text-3xl font-semibold tabular-nums">{formatNumber(balance)}</span>
          <span className="text-xl">{balance === 1 ? 'berry' : 'berries'}</span>
        </p>
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-gray-700">
          <li className="flex items-center gap-1.5">
            <Icon name="cherry" size={16} className="text-danger-700" />
            {earnedToday === 0 ? 'None earned today yet' : `${formatNumber(earnedToday)} earned today`}
            {most > 0 && `, up to ${formatNumber(most)} a day`}
          </li>
          <li className="flex items-center gap-1.5">
            <Icon name="flame" size={16} className="text-warning-800" />
            {describeStreak(streak.days)}
          </li>
        </ul>
        {balance === 0 && (
          <p className="mt-3 text-gray-700">Finish a story to pick your first berry. It only takes a few minutes.</p>
        )}
      </div>
      <BasketPicture balance={balance} className="w-24 shrink-0 sm:w-40" />
    </header>
  )
}

function describeStreak(days: number) {
  if (days === 0) return 'No streak yet'
  return days === 1 ? '1-day streak' : `${formatNumber(days)}-day streak`
}
