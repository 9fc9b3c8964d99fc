import type { Redemption } from '#contract/rewards/rewards.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { formatBerries, redemptionTexts } from './labels.ts'

export function RedemptionList({ redemptions }: { redemptions: readonly Redemption[] }) {
  return (
    <ul className="divide-y divide-gray-200 border-y border-gray-200">
      {redemptions.map(({ id, reward, price, state, at, note }) => (
        <li key={id} className="flex items-start gap-4 py-4">
          <Icon name={reward.icon} className="mt-0.5 text-danger-700" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 font-medium wrap-anywhere" dir="auto">
                {reward.name}
              </span>
              <Badge tone={redemptionTexts[state].tone}>{redemptionTexts[state].name}</Badge>
            </p>
            <p className="text-sm text-gray-600">
              {formatBerries(price)} · <Time at={at} />
            </p>
            {note && (
              <p className="mt-1.5 text-sm wrap-anywhere whitespace-pre-line text-gray-800" dir="auto">
                {note}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
