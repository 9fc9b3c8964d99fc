import { expect, test } from 'vitest'
import { checkCoupon, endOfDay } from './admin-coupon-draft.ts'
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

test('a last day that cannot be read is an error, and not a coupon or gift code that never expires', () => {
  const problem = 'Enter a date such as 2027-01-31.'
  expect(problemsOf(checkCoupon({ ...coupon, expiresAt: '31.1.2027' }, once))).toEqual({ expiresAt: problem })
  expect(() => endOfDay('31.1.2027')).toThrow(
    expect.objectContaining({ details: { issues: [{ path: ['body', 'expiresAt'], message: problem }] } }),
  )
  expect(endOfDay(' ')).toBe(null)
  expect(new Date(endOfDay('2027-01-31') ?? 0)).toEqual(new Date(2027, 0, 31, 23, 59, 59, 999))
})
