import { expect, test } from 'vitest'
import { quoteUrl, formatPost, formatQuote } from './quotes.ts'

const address = 'https://example.com/story/x'

test('the URL of a short quote contains all of it, with special characters escaped', () => {
  expect(quoteUrl(address, ' A well-known,\n old hedge ')).toBe(`${address}#:~:text=A%20well%2Dknown%2C%20old%20hedge`)
})

test('the URL of a long quote contains its first and last words', () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')
  expect(quoteUrl(address, words)).toBe(
    `${address}#:~:text=word0%20word1%20word2%20word3%20word4,word35%20word36%20word37%20word38%20word39`,
  )
})

test('in hash mode the text fragment follows the hash', () => {
  expect(quoteUrl('https://example.com/#/story/x', 'words')).toBe('https://example.com/#/story/x:~:text=words')
})

test('a quote includes its author, title and URL', () => {
  const source = { title: 'The hedge', author: 'Maren', address }
  expect(formatQuote(' Words. ', source)).toBe(`“Words.”\n— Maren, The hedge\n${address}#:~:text=Words.`)
  expect(formatPost(source)).toBe(`The hedge, by Maren\n\n${address}`)
})
