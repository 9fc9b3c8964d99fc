import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { apiForPage } from '#site/server-api.ts'
import { activeMembership, anOffer, noMembership } from '#test/own-membership.ts'
import { type Answers, aViewer, fakeApi } from '#test/render-page.tsx'
import { membershipData } from './membership-data.ts'

const nothing = { items: [], next: null }
const bought = { items: [{ id: 'r1' }], next: null }

function load(own: OwnMembership | null, { isOff = false, receipts = nothing, ...answers }: Given = {}) {
  const fake = fakeApi({
    'GET /api/membership': () => {
      if (isOff) throw new Refusal('feature-off')
      return anOffer
    },
    'GET /api/membership/own': () => own,
    'GET /api/membership/receipts': () => receipts,
    'GET /api/membership/gifts': () => [],
    ...answers,
  })
  const viewer = own && aViewer
  return membershipData({
    path: '/membership',
    params: {},
    query: {},
    api: apiForPage(fake.api, '/membership'),
    viewer,
  })
}
type Given = Answers & { isOff?: boolean; receipts?: unknown }

test('switched off, the page has no offer, and what people bought or were given is still there', async () => {
  const off = { isOff: true }
  expect(await load(null, off)).toEqual({ offer: null, personal: null })
  const gifted: OwnMembership = { ...noMembership, member: true, source: 'gift' }
  for (const own of [noMembership, activeMembership, { ...noMembership, state: 'expired' as const }, gifted])
    expect(await load(own, off)).toMatchObject({ offer: null, personal: { own } })
  expect(await load(noMembership, { ...off, receipts: bought })).toMatchObject({ personal: { receipts: bought } })
})

test('a fault is not taken for a membership that is switched off', async () => {
  const fault = new Error('database')
  const answers: Answers = {
    'GET /api/membership': () => {
      throw fault
    },
  }
  await expect(load(activeMembership, answers)).rejects.toBe(fault)
})

test('the seats of a group are those of the membership, and not of its plan', async () => {
  const group = { total: 4, seats: [] }
  const seats: Answers = { 'GET /api/membership/seats': () => group }
  expect((await load({ ...activeMembership, seats: 4 }, seats)).personal?.group).toEqual(group)
  expect((await load(activeMembership)).personal?.group).toBeNull()
})
