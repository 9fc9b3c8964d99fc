import type { Rule } from '#contract/rewards/rewards.ts'
import { Icon } from '#site/ui/icon.tsx'
import { formatBerries, formatNumber, mostADay, ruleTexts } from './labels.ts'

/** How berries are earned. A rule that earns nothing is left out. */
export function EarnRules({ rules }: { rules: readonly Rule[] }) {
  const earning = rules.filter((rule) => mostADay(rule) > 0)
  if (earning.length === 0) return <p className="text-gray-600">Berries can’t be earned right now. Check back later.</p>
  return (
    <ul className="grid grid-cols-1 gap-4">
      {earning.map((rule) => {
        const { kind, amount, dailyCap } = rule
        const { name, about, icon } = ruleTexts[kind]
        return (
          <li key={kind} className="flex items-start gap-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-warning-50 text-warning-800">
              <Icon name={icon} />
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{name}</span>
                <span className="font-medium whitespace-nowrap text-danger-700">
                  +{formatBerries(Math.min(amount, dailyCap))}
                </span>
              </p>
              <p className="text-sm text-gray-600">
                {about} Up to {formatNumber(mostADay(rule))} a day.
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
