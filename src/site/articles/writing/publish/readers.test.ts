import { expect, test } from 'vitest'
import type { Document } from '#contract/document/document.ts'
import { countParts, describeReaders, effectiveAccess } from './readers.ts'

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Two words' }] }
const line = { type: 'membersLine' }
const document = (...content: Document['content']): Document => ({ type: 'doc', content })

test.each([
  ['public', document(paragraph), 'public', /^Everyone can read the whole story/],
  ['public', document(paragraph, line), 'public', /^Everyone can read the whole story/],
  ['public', document(paragraph, line, paragraph), 'preview', /^Everyone can read up to the members-only line \(2 w/],
  ['preview', document(paragraph, line, paragraph), 'preview', /Members can read the whole story \(4 words\)/],
  ['preview', document(paragraph), 'members', /Everyone else sees the title, cover and excerpt/],
  ['members', document(paragraph, line, paragraph), 'members', /Everyone else sees the title, cover and excerpt/],
] as const)('access %s with the text %j is %s', (access, body, effective, words) => {
  const parts = countParts(body)
  expect(effectiveAccess(access, parts)).toBe(effective)
  expect(describeReaders(access, parts)).toMatch(words)
})
