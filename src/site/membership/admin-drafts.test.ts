import { expect, test } from 'vitest'
import { checkCoupon } from './admin-coupon-draft.ts'
import { checkDraft, newDraft } from './admin-plan-draft.ts'

const problemsOf = (checked: object) => ('problems' in checked ? checked.problems : null)
const plan = { ...newDraft, name: 'Reader', price: '5' }
const coupon = { code: 'SPRING', percentOff: '25' }
const once = { kind: 'percent', duration: 'once' } as const

test.each([
  ['5', 'usd', null],
  ['1000000', 'usd', null],
  ['1000000.01', 'usd', 'Enter at most $1,000,000.00.'],
  ['100000001', 'jpy', 'Enter at most ¥100,000,000.'],
  ['five', 'usd', 'Enter a price such as 5.00.'],
  ['5.50', 'isk', 'Amounts in ISK have no decimals. Enter a whole amount.'],
])('a price of %s %s', (price, currency, problem) => {
  expect(problemsOf(checkDraft({ ...plan, price, currency }))).toEqual(problem && { price: problem })
})

test.each([
  ['', null],
  ['1000000', null],
  ['1000001', 'Enter a whole number from 1 to 1,000,000.'],
  ['20000000', 'Enter a whole number from 1 to 1,000,000.'],
  ['0', 'Enter a whole number from 1 to 1,000,000.'],
])('a coupon for %s uses', (maxRedemptions, problem) => {
  expect(problemsOf(checkCoupon({ ...coupon, maxRedemptions }, once))).toEqual(problem && { maxRedemptions: problem })
})
