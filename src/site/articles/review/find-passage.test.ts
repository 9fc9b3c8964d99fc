import { expect, test } from 'vitest'
import { findPassage } from './find-passage.ts'

function page(html: string) {
  document.body.innerHTML = html
  return document.body
}

test('finds text across elements and ignores whitespace', () => {
  const root = page('<p>It was a <em>long</em> way\n home.</p><p>Nobody waited.</p>')
  const range = findPassage(root, 'long way home.\n\nNobody')
  expect(range?.toString()).toBe('long way\n home.Nobody')
})

test('finds the first and the last character', () => {
  const root = page('<p>abc</p>')
  expect(findPassage(root, 'abc')?.toString()).toBe('abc')
})

test('finds other scripts and characters outside the BMP', () => {
  const root = page('<p>راه 🫐 دور</p>')
  expect(findPassage(root, '🫐 دور')?.toString()).toBe('🫐 دور')
})

test('returns null for missing text and for an empty quote', () => {
  const root = page('<p>It was a long way home.</p>')
  expect(findPassage(root, 'short way')).toBeNull()
  expect(findPassage(root, '  ')).toBeNull()
})
