import { expect, test } from 'vitest'
import { amountText, formatMoneyCompact, isCurrency, parseAmount } from './amount-input.ts'

test('an amount is entered in major units with the decimals of its currency', () => {
  expect(parseAmount('5', 'usd')).toBe(500)
  expect(parseAmount(' 5.5 ', 'usd')).toBe(550)
  expect(parseAmount('4,99', 'eur')).toBe(499)
  expect(parseAmount('1.005', 'kwd')).toBe(1005)
  expect(parseAmount('1 500', 'jpy')).toBe(1500)
  expect(parseAmount('0.29', 'usd')).toBe(29)
})

test('what is not an amount of the currency is refused', () => {
  for (const text of ['', 'five', '-5', '1.234', '1.', '1,234.50', '1e3', '1234567890123'])
    expect(parseAmount(text, 'usd'), text).toBeNull()
  expect(parseAmount('5.5', 'jpy')).toBeNull()
})

test('the text of an amount is read back as the same amount', () => {
  for (const currency of ['usd', 'jpy', 'kwd'])
    for (const amount of [0, 1, 99, 100, 1999, 123_456]) {
      expect(parseAmount(amountText(amount, currency), currency)).toBe(amount)
    }
})

test('amounts on an axis are short', () => {
  expect(formatMoneyCompact(125_000, 'usd')).toBe('$1.25K')
  expect(formatMoneyCompact(0, 'usd')).toBe('$0')
})

test('a code of three letters is not always a currency', () => {
  expect(isCurrency('eur')).toBe(true)
  expect(isCurrency('abc')).toBe(false)
})
