import type { ReactNode } from 'react'
import type { Reward } from '#contract/rewards/rewards.ts'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { formatBerries, formatNumber, formatStock } from './labels.ts'

type GridProps = { rewards: readonly Reward[]; children(reward: Reward): ReactNode }

export function RewardGrid({ rewards, children }: GridProps) {
  const { viewer } = useShell()
  if (rewards.length === 0)
    return (
      <p className="rounded-lg bg-gray-50 px-5 py-8 text-center text-gray-600">
        There are no rewards yet.{viewer && ' Your berries don’t expire.'}
      </p>
    )
  return <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">{rewards.map(children)}</ul>
}

/** A reward with its price. `children` is what the person can do. */
export function RewardCard({ reward, children }: { reward: Reward; children?: ReactNode }) {
  const { name, description, icon, price, stock, perPerson } = reward
  const left = formatStock(stock)
  return (
    <li className="flex flex-col rounded-lg border border-gray-200 p-5">
      <div className="flex items-start gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-warning-50 text-danger-700">
          <Icon name={icon} size={24} />
        </span>
        <div className="min-w-0">
          <h3 className="font-serif text-lg leading-snug font-semibold wrap-anywhere" dir="auto">
            {name}
          </h3>
          <p className="text-sm text-gray-600">
            <span className="font-medium text-danger-700">{formatBerries(price)}</span>
            {left && `\u{a0}· ${left}`}
            {perPerson !== null && `\u{a0}· ${formatNumber(perPerson)} for each person`}
          </p>
        </div>
      </div>
      {description && (
        <p className="mt-3 text-gray-700 wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      {children && <div className="mt-auto pt-5">{children}</div>}
    </li>
  )
}
