import { expect, test } from 'vitest'
import type { Discount } from '#contract/membership/membership.ts'
import { aPlan } from '#test/own-membership.ts'
import { describePayments } from './describe-payments.ts'

const half = (changes: Partial<Discount>): Discount => ({
  code: 'HALF',
  percentOff: 50,
  amountOff: null,
  duration: 'once',
  months: null,
  price: 250,
  ...changes,
})
const once = half({})
const forever = half({ duration: 'forever' })
const months = (count: number) => half({ duration: 'months', months: count })

test.each<[string, Discount | null, string, string]>([
  [
    'no coupon',
    null,
    'You pay $5 today, then every month.',
    'Your first 14 days are free. Then you pay $5 every month.',
  ],
  [
    'a coupon for the first payment',
    once,
    'You pay $2.50 today for the first month, and $5 every month after that.',
    'Your first 14 days are free. Then you pay $2.50 for the first month, and $5 every month after that.',
  ],
  [
    'a coupon for one month',
    months(1),
    'You pay $2.50 today for the first month, and $5 every month after that.',
    'Your first 14 days are free. Then you pay $2.50 for the first month, and $5 every month after that.',
  ],
  [
    'a coupon for some months',
    months(3),
    'You pay $2.50 every month for the first 3 months, starting today, and $5 every month after that.',
    'Your first 14 days are free. Then you pay $2.50 every month for 3 months, and $5 every month after that.',
  ],
  [
    'a coupon for every payment',
    forever,
    'You pay $2.50 today, then every month for as long as you stay.',
    'Your first 14 days are free. Then you pay $2.50 every month for as long as you stay.',
  ],
])('a monthly plan with %s', (_, discount, atOnce, afterTrial) => {
  const plan = aPlan({ trialDays: 14 })
  expect(describePayments(plan, { isTrial: false, discount })).toBe(atOnce)
  expect(describePayments(plan, { isTrial: true, discount })).toBe(afterTrial)
})

test.each<[number, string, string]>([
  [
    12,
    'You pay $25 today for the first year, and $50 every year after that.',
    'Your first day is free. Then you pay $25 for the first year, and $50 every year after that.',
  ],
  [
    13,
    'You pay $25 every year for the first 2 years, starting today, and $50 every year after that.',
    'Your first day is free. Then you pay $25 every year for 2 years, and $50 every year after that.',
  ],
  [
    36,
    'You pay $25 every year for the first 3 years, starting today, and $50 every year after that.',
    'Your first day is free. Then you pay $25 every year for 3 years, and $50 every year after that.',
  ],
])('a yearly plan with a coupon for %i months', (count, atOnce, afterTrial) => {
  const plan = aPlan({ period: 'year', price: 5000, trialDays: 1 })
  const discount = { ...months(count), price: 2500 }
  expect(describePayments(plan, { isTrial: false, discount })).toBe(atOnce)
  expect(describePayments(plan, { isTrial: true, discount })).toBe(afterTrial)
})
