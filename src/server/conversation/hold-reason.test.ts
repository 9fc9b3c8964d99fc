import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/constants.ts'
import { type HoldRules, type Writer, getHoldReason } from './hold-reason.ts'

const now = new Date('2026-05-01T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
const rules: HoldRules = { holdFirst: 'new', blockedWords: ['casino'], blockedDomains: ['evil.example'], maxLinks: 2 }
const known: Writer = { joinedAt: hoursAgo(1000), trusted: false, approved: true }
const fresh: Writer = { joinedAt: hoursAgo(1), trusted: false, approved: false }

test.each<[string, Writer, HoldRules['holdFirst'], string | null]>([
  ['the first response of a new account', fresh, 'new', 'first'],
  ['a response of a new account after an approved one', { ...fresh, approved: true }, 'new', null],
  ['the first response of an author', { ...fresh, trusted: true }, 'new', null],
  ['the first response of a day-old account', { ...fresh, joinedAt: hoursAgo(24) }, 'new', null],
  ['the first response of an account that is almost a day old', { ...fresh, joinedAt: hoursAgo(23.9) }, 'new', 'first'],
  ['a new account’s first response when the rule is off', fresh, 'never', null],
  [
    'the first response of an old account when all first responses are held',
    { ...fresh, joinedAt: hoursAgo(1000) },
    'always',
    'first',
  ],
  ['a later response when all first responses are held', known, 'always', null],
])('%s', (_what, writer, holdFirst, reason) => {
  expect(getHoldReason('Well said.', writer, { ...rules, holdFirst }, now)).toBe(reason)
})

test.each([
  ['two links', 'https://a.example and https://b.example', null],
  ['three links', 'https://a.example https://b.example https://c.example', 'links'],
  ['a blocked word', 'The best CASINO, ever', 'words'],
  ['a blocked domain', 'See www.evil.example/x', 'domains'],
  ['a blocked word before links', 'casino https://a.example https://b.example https://c.example', 'words'],
])('%s', (_what, text, reason) => {
  expect(getHoldReason(text, known, rules, now)).toBe(reason)
})
