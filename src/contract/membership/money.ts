/** In a file without zod, so that pages do not bundle it. */

// A table of ours: what `Intl` says differs from Stripe for a dozen currencies, and between versions.
const noDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))
/** Written with two decimals that must be zeros. */
const wholeOnly = new Set(['isk', 'ugx'])

/** Of a plan, in the smallest unit. */
export const MAX_PRICE = 100_000_000

/** Decimal places of an amount at the payment provider: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string) {
  const code = currency.toLowerCase()
  return noDecimals.has(code) ? 0 : threeDecimals.has(code) ? 3 : 2
}

/** What is wrong with an amount that the payment provider would refuse or round. */
export function findAmountProblem(amount: number, currency: string): string | null {
  const code = currency.toLowerCase()
  if (wholeOnly.has(code) && amount % 100 !== 0)
    return `Amounts in ${code.toUpperCase()} have no decimals. Enter a whole amount.`
  if (threeDecimals.has(code) && amount % 10 !== 0)
    return `Amounts in ${code.toUpperCase()} end with a zero, such as ${formatMoney(1250, code)}.`
  return null
}

type Style = { short?: boolean; display?: 'symbol' | 'code' }

/** An amount in the smallest unit as text. `short` leaves out zero decimals: $5 instead of $5.00. */
export function formatMoney(amount: number, currency: string, { short = false, display = 'symbol' }: Style = {}) {
  const digits = currencyDigits(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: display,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: short ? 'stripIfInteger' : 'auto',
  }).format(amount / 10 ** digits)
}
