import type { Sent } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { CouponDuration } from '#contract/membership/states.ts'
import { amountText, isCurrency, parseAmount } from './amount-input.ts'

type Written = Sent<'POST /api/admin/membership/coupons'>['body']
type Choices = { kind: 'percent' | 'amount'; duration: CouponDuration }
type Checked = { problems: Record<string, string> } | { coupon: Written }

const WHOLE = 'Enter a whole number'
const UNREADABLE_DATE = 'Enter a date such as 2027-01-31.'
/** More than any coupon needs; the column holds it. */
const MOST_REDEMPTIONS = 1_000_000

/** Field names are those of the request, so that the errors of the server find their fields. */
export function checkCoupon(values: Record<string, string>, { kind, duration }: Choices): Checked {
  const { code = '', percentOff = '', amountOff = '', currency: typed = '', months = '' } = values
  const { plan = '', maxRedemptions = '', expiresAt = '' } = values
  const currency = typed.trim().toLowerCase()
  const amount = isCurrency(currency) ? parseAmount(amountOff, currency) : null
  const isAmount = kind === 'amount'
  const problems = {
    ...(!/^[A-Za-z0-9-]{3,40}$/.test(code.trim()) && { code: 'Use 3 to 40 letters, digits and hyphens.' }),
    ...(!isAmount && !isBetween(percentOff, 1, 100) && { percentOff: `${WHOLE} from 1 to 100.` }),
    ...(isAmount && !isCurrency(currency) && { currency: 'Enter the three letters of a currency, such as USD.' }),
    ...(isAmount &&
      isCurrency(currency) &&
      !amount && { amountOff: `Enter an amount such as ${amountText(500, currency)}.` }),
    ...(duration === 'months' && !isBetween(months, 1, 36) && { months: `${WHOLE} from 1 to 36.` }),
    ...(maxRedemptions.trim() &&
      !isBetween(maxRedemptions, 1, MOST_REDEMPTIONS) && {
        maxRedemptions: `${WHOLE} from 1 to ${MOST_REDEMPTIONS.toLocaleString('en')}.`,
      }),
    ...(expiresAt.trim() && !parseEndOfDay(expiresAt) && { expiresAt: UNREADABLE_DATE }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    coupon: {
      code: code.trim().toUpperCase(),
      percentOff: isAmount ? null : Number(percentOff),
      amountOff: isAmount ? amount : null,
      currency: isAmount ? currency : null,
      duration,
      months: duration === 'months' ? Number(months) : null,
      plan: plan || null,
      maxRedemptions: maxRedemptions.trim() ? Number(maxRedemptions) : null,
      expiresAt: endOfDay(expiresAt),
    },
  }
}

/** The end of a day of a `date` field in the admin’s time zone, null when it is blank. Refuses what is no date. */
export function endOfDay(date: string) {
  if (date.trim() === '') return null
  const end = parseEndOfDay(date)
  if (end) return end
  throw new Refusal('invalid', { issues: [{ path: ['body', 'expiresAt'], message: UNREADABLE_DATE }] })
}

function parseEndOfDay(date: string) {
  const end = new Date(`${date.trim()}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

export function isBetween(text: string, least: number, most: number) {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
}
