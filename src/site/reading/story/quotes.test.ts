import { expect, test } from 'vitest'
import { quoteUrl, formatPost, formatQuote } from './quotes.ts'

const address = 'https://example.com/story/x'

test('a short quote is named whole, and what would be read as a sign is written otherwise', () => {
  expect(quoteUrl(address, ' A well-known,\n old hedge ')).toBe(`${address}#:~:text=A%20well%2Dknown%2C%20old%20hedge`)
})

test('a long one is named by its first and last words', () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')
  expect(quoteUrl(address, words)).toBe(
    `${address}#:~:text=word0%20word1%20word2%20word3%20word4,word35%20word36%20word37%20word38%20word39`,
  )
})

test('behind a hash the words follow it', () => {
  expect(quoteUrl('https://example.com/#/story/x', 'words')).toBe('https://example.com/#/story/x:~:text=words')
})

test('a quote says who wrote it and where', () => {
  const source = { title: 'The hedge', author: 'Maren', address }
  expect(formatQuote(' Words. ', source)).toBe(`“Words.”\n— Maren, The hedge\n${address}#:~:text=Words.`)
  expect(formatPost(source)).toBe(`The hedge, by Maren\n\n${address}`)
})
