import { expect, test } from 'vitest'
import { findPassage } from './find-passage.ts'

function page(html: string) {
  document.body.innerHTML = html
  return document.body
}

test('finds words across elements, whatever the spaces between them are', () => {
  const root = page('<p>It was a <em>long</em> way\n home.</p><p>Nobody waited.</p>')
  const range = findPassage(root, 'long way home.\n\nNobody')
  expect(range?.toString()).toBe('long way\n home.Nobody')
})

test('finds the first letter and the last one', () => {
  const root = page('<p>abc</p>')
  expect(findPassage(root, 'abc')?.toString()).toBe('abc')
})

test('finds words of other scripts and signs beyond the first plane', () => {
  const root = page('<p>راه 🫐 دور</p>')
  expect(findPassage(root, '🫐 دور')?.toString()).toBe('🫐 دور')
})

test('finds nothing for what is not there, and for nothing', () => {
  const root = page('<p>It was a long way home.</p>')
  expect(findPassage(root, 'short way')).toBeNull()
  expect(findPassage(root, '  ')).toBeNull()
})
