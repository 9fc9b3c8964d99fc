import { currencyDigits } from '#contract/membership/money.ts'

/** For the axis of a chart: “$1.2K”. */
export function formatMoneyCompact(amount: number, currency: string) {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  return format.format(amount / 10 ** currencyDigits(currency))
}

/** What a field for an amount starts with: “5.00”. */
export function amountText(amount: number, currency: string) {
  const digits = currencyDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The amount in the smallest unit, or null if it is none of the currency. A comma works as a decimal point. It is not calculated with, so nothing is rounded. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency)
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.replaceAll(/\s/g, '')) ?? []
  if (whole === undefined || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

export function isCurrency(code: string) {
  return Intl.supportedValuesOf('currency').includes(code.toUpperCase())
}
