import { useId } from 'react'
import type { Plan } from '#contract/membership/membership.ts'
import { type PlanPeriod, planPeriods } from '#contract/membership/states.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { findSaving, formatDays, formatPrice } from './format-membership.ts'
import { periodNames } from './labels.ts'

type ToggleProps = { plans: readonly Plan[]; period: PlanPeriod; onChange(period: PlanPeriod): void }

/** Nothing to choose when all plans have the same period. */
export function PeriodToggle({ plans, period, onChange }: ToggleProps) {
  const group = useId()
  const offered = planPeriods.filter((one) => plans.some((plan) => plan.period === one))
  if (offered.length < 2) return null
  const savings = plans.filter((plan) => plan.period === 'year').map((plan) => findSaving(plan, plans))
  const saving = Math.max(...savings)
  return (
    <fieldset className="mx-auto flex w-fit max-w-full flex-wrap rounded-full border border-gray-200 bg-white p-1 noscript:hidden">
      <legend className="sr-only">How often you pay</legend>
      {offered.map((one) => (
        <label
          key={one}
          className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-5 text-sm font-medium text-gray-700 transition-colors hover:text-gray-900 has-checked:bg-primary-700 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-600"
        >
          <input
            type="radio"
            name={group}
            value={one}
            checked={period === one}
            onChange={() => onChange(one)}
            className="absolute opacity-0"
          />
          {periodNames[one]}
          {one === 'year' && saving > 0 && (
            <span className={period === one ? 'text-primary-100' : 'text-primary-700'}>
              {savings.every((percent) => percent === saving) ? 'save' : 'save up to'} {saving}%
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

type Props = {
  plans: readonly Plan[]
  /** All plans on sale, against which the saving is computed. */
  all: readonly Plan[]
  canTry: boolean
  chosen: string | null
  onChoose(plan: Plan): void
}

export function PlanChooser({ plans, all, canTry, chosen, onChoose }: Props) {
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Plan</legend>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            saving={findSaving(plan, all)}
            canTry={canTry}
            group={group}
            isChosen={chosen === plan.id}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type CardProps = {
  plan: Plan
  saving: number
  canTry: boolean
  group: string
  isChosen: boolean
  onChoose(): void
}

function PlanCard({ plan, saving, canTry, group, isChosen, onChoose }: CardProps) {
  const { id, name, description, period, price, currency, trialDays, benefits, seats } = plan
  const label = useId()
  const details = useId()
  return (
    <label className="relative flex cursor-pointer flex-col rounded-lg border border-gray-200 bg-white p-6 transition-colors hover:border-gray-400 has-checked:border-primary-700 has-checked:ring-1 has-checked:ring-primary-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-600">
      <span className="flex items-start justify-between gap-3">
        <span id={label} dir="auto" className="min-w-0 font-serif text-lg leading-snug font-semibold wrap-anywhere">
          {name}
        </span>
        <input
          type="radio"
          name={group}
          value={id}
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={label}
          aria-describedby={details}
          className="mt-1 size-5 shrink-0 accent-primary-700"
        />
      </span>
      <span id={details} className="flex flex-1 flex-col">
        <span className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-serif text-2xl font-semibold tracking-tight">{formatPrice(price, currency)}</span>
          <span className="text-gray-600">a {period}</span>
        </span>
        <span className="mt-1 min-h-6 text-sm text-gray-600">
          {period === 'year' && price > 0 && (
            <>
              {formatPrice(Math.ceil(price / 12), currency)} a month
              {saving > 0 && <span className="font-medium text-primary-700"> · you save {saving}%</span>}
            </>
          )}
        </span>
        {(trialDays > 0 && canTry) || seats > 1 ? (
          <span className="mt-2 flex flex-wrap gap-2">
            {trialDays > 0 && canTry && <Badge tone="primary">{formatDays(trialDays)} free</Badge>}
            {seats > 1 && <Badge>For up to {seats} people</Badge>}
          </span>
        ) : null}
        {description && (
          <span dir="auto" className="mt-4 text-sm text-pretty wrap-anywhere text-gray-700">
            {description}
          </span>
        )}
        {benefits.length > 0 && (
          <span className="mt-4 grid gap-2 border-t border-gray-200 pt-4 text-sm text-gray-800">
            {benefits.map((benefit) => (
              <span key={benefit} dir="auto" className="flex gap-2.5 wrap-anywhere">
                <Icon name="check" size={16} className="mt-0.5 text-primary-700" />
                {benefit}
              </span>
            ))}
          </span>
        )}
      </span>
    </label>
  )
}
