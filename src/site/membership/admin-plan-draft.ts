import type { AdminPlan, PlanFields } from '#contract/membership/membership-admin.ts'
import { MAX_PRICE, findAmountProblem, formatMoney } from '#contract/membership/money.ts'
import type { PlanPeriod } from '#contract/membership/states.ts'
import { amountText, isCurrency, parseAmount } from './amount-input.ts'

export const MAX_BENEFITS = 12
const MAX_BENEFIT = 120

/** What the form holds: text as it is typed. */
export type PlanDraft = {
  name: string
  description: string
  period: PlanPeriod
  price: string
  currency: string
  trialDays: string
  seats: string
  benefits: string
}

export const newDraft: PlanDraft = {
  name: '',
  description: '',
  period: 'month',
  price: '',
  currency: 'USD',
  trialDays: '0',
  seats: '1',
  benefits: '',
}

export function toDraft(plan: AdminPlan): PlanDraft {
  const { name, description, period, price, currency, trialDays, seats, benefits } = plan
  return {
    name,
    description,
    period,
    price: amountText(price, currency),
    currency: currency.toUpperCase(),
    trialDays: String(trialDays),
    seats: String(seats),
    benefits: benefits.join('\n'),
  }
}

type Checked = { problems: Record<string, string> } | { fields: PlanFields }

export function checkDraft(draft: PlanDraft): Checked {
  const currency = draft.currency.trim().toLowerCase()
  const known = isCurrency(currency)
  const price = known ? parseAmount(draft.price, currency) : null
  const benefits = draft.benefits.split('\n').flatMap((line) => line.trim() || [])
  const [trialDays, seats] = [wholeNumber(draft.trialDays), wholeNumber(draft.seats)]
  const problems = {
    ...(draft.name.trim() === '' && { name: 'Enter a name.' }),
    ...(!known && { currency: 'Enter the three letters of a currency, such as USD.' }),
    ...(known && priceProblem(price, currency)),
    ...((trialDays === null || trialDays > 365) && { trialDays: 'Enter a whole number from 0 to 365.' }),
    ...((seats === null || seats < 1 || seats > 500) && { seats: 'Enter a whole number from 1 to 500.' }),
    ...benefitProblem(benefits),
  }
  if (Object.keys(problems).length > 0 || price === null || trialDays === null || seats === null) return { problems }
  const { name, description, period } = draft
  return { fields: { name, description, period, price, currency, trialDays, seats, benefits } }
}

function priceProblem(price: number | null, currency: string) {
  if (price === null) return { price: `Enter a price such as ${amountText(500, currency)}.` }
  if (price > MAX_PRICE) return { price: `Enter at most ${formatMoney(MAX_PRICE, currency)}.` }
  const problem = findAmountProblem(price, currency)
  return problem ? { price: problem } : {}
}

function benefitProblem(benefits: readonly string[]) {
  if (benefits.length > MAX_BENEFITS) return { benefits: `Enter up to ${MAX_BENEFITS} lines.` }
  const long = benefits.find((line) => line.length > MAX_BENEFIT)
  return long ? { benefits: `Shorten “${long.slice(0, 30)}…” to ${MAX_BENEFIT} characters.` } : {}
}

function wholeNumber(text: string) {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
}
