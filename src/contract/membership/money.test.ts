import { expect, test } from 'vitest'
import { currencyDigits, findAmountProblem, formatMoney } from './money.ts'

test('amounts have the decimal places of their currency', () => {
  expect(formatMoney(500, 'usd')).toBe('$5.00')
  expect(formatMoney(500, 'jpy')).toBe('¥500')
  expect(formatMoney(1234, 'eur')).toBe('€12.34')
  expect(formatMoney(1500, 'kwd').replace(/\s/, ' ')).toBe('KWD 1.500')
  expect(formatMoney(-250, 'usd')).toBe('-$2.50')
  expect(formatMoney(199_000, 'huf', { display: 'code' }).replace(/\s/, ' ')).toBe('HUF 1,990.00')
})

test('short prices leave out zero decimals only', () => {
  expect(formatMoney(500, 'usd', { short: true })).toBe('$5')
  expect(formatMoney(417, 'usd', { short: true })).toBe('$4.17')
  expect(formatMoney(480, 'jpy', { short: true })).toBe('¥480')
  expect(formatMoney(199_000, 'huf', { short: true }).replace(/\s/, ' ')).toBe('HUF 1,990')
})

const without = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const thousandths = 'BHD JOD KWD OMR TND'.split(' ')
const wholeOnly = ['ISK', 'UGX']
/** All others that Stripe takes. `Intl` knows no decimals for a dozen of them. */
const hundredths = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK
  DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP
  LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
  RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD YER ZAR ZMW`
  .trim()
  .split(/\s+/)

test('every currency has the smallest unit of the payment provider, whatever the version of Intl', () => {
  const all = [...without, ...thousandths, ...hundredths]
  expect(all.filter((code) => currencyDigits(code) === 0)).toEqual(without)
  expect(all.filter((code) => currencyDigits(code) === 3)).toEqual(thousandths)
  expect(all.filter((code) => currencyDigits(code.toLowerCase()) === 2)).toEqual(hundredths)
})

test('amounts that the payment provider would refuse or round are found', () => {
  const all = [...without, ...thousandths, ...hundredths]
  expect(all.filter((code) => findAmountProblem(1201, code)).toSorted()).toEqual(
    [...wholeOnly, ...thousandths].toSorted(),
  )
  expect(all.filter((code) => findAmountProblem(1210, code))).toEqual(wholeOnly)
  expect(all.filter((code) => findAmountProblem(1200, code))).toEqual([])
  expect(findAmountProblem(1201, 'isk')).toBe('Amounts in ISK have no decimals. Enter a whole amount.')
  expect(findAmountProblem(1201, 'kwd')?.replace(/\s/g, ' ')).toBe('Amounts in KWD end with a zero, such as KWD 1.250.')
})
