import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { GiftCode, MembershipOffer, OwnMembership, Receipt } from '#contract/membership/membership.ts'
import { deferred } from '#test/deferred.ts'
import {
  aPlan,
  activeMembership as active,
  anOffer as offer,
  family,
  monthly,
  noMembership as noOne,
  yearly,
} from '#test/own-membership.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { readDraft, updateDraft } from './checkout-draft.ts'
import { isolate } from './format-membership.ts'
import MembershipPage from './membership-page.tsx'

const paid: Receipt = {
  id: 'r1',
  number: 'B-0001',
  state: 'paid',
  description: 'Reader, 1 month',
  amount: 500,
  tax: 0,
  refunded: 0,
  currency: 'usd',
  at: '2027-02-01T00:00:00.000Z',
}

type Given = {
  own?: OwnMembership | null
  receipts?: Receipt[]
  gifts?: GiftCode[]
  group?: unknown
  path?: string
  /** Null while membership is switched off. */
  offered?: Partial<MembershipOffer> | null
}

async function open(given: Given = {}, answers: Answers = {}) {
  const { own = noOne, receipts = [], gifts = [], group = null, path = '/membership', offered = {} } = given
  const fake = fakeApi(answers)
  const personal = own && { own, receipts: { items: receipts, next: null }, gifts, group }
  const data = { offer: offered && { ...offer, ...offered }, personal }
  const router = await renderPage(MembershipPage, { api: fake.api, path, data, viewer: own ? aViewer : null })
  return { ...fake, router }
}

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

test('a visitor sees the plans and signs in with the chosen one kept', async () => {
  await open({ own: null })
  screen.getByRole('heading', { level: 1, name: /Read every story/ })
  screen.getByText(/opens 128 members’ stories/)
  expect(screen.getByRole('link', { name: /Maren Holt/ }).getAttribute('href')).toBe('/user/maren')
  expect(screen.getByRole('note').textContent).toContain('no money moves')
  screen.getByText('save 16%')
  await userEvent.click(screen.getByRole('radio', { name: /Monthly/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Family' }))
  const link = screen.getByRole('link', { name: 'Sign in to join' })
  expect(link.getAttribute('href')).toBe(`/auth/newauth?next=${encodeURIComponent(`/membership?plan=${family.id}`)}`)
})

test('the plan of the address is chosen, and a trial is due nothing today', async () => {
  await open({ path: `/membership?plan=${yearly.id}` })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /Yearly/ }).checked).toBe(true))
  const summary = within(screen.getByRole('region', { name: 'Your membership' }))
  summary.getByText('$0')
  summary.getByText(/first 14 days are free. Then you pay \$50 every year/)
  summary.getByRole('button', { name: 'Start your free trial' })
})

test('a person who has had a trial pays at once', async () => {
  await open({ own: { ...noOne, canTry: false } })
  const summary = within(screen.getByRole('region', { name: 'Your membership' }))
  expect(summary.getByRole('button', { name: 'Join for $50' })).not.toBe(null)
})

test('a coupon shows the price after it, and checkout sends it once for two clicks', async () => {
  const answer = deferred<{ checkout: string; url: string }>()
  const { asked } = await open(
    { path: `/membership?plan=${monthly.id}` },
    {
      'GET /api/membership/discount': () => ({
        code: 'SPRING',
        percentOff: 50,
        amountOff: null,
        duration: 'once',
        months: null,
        price: 250,
      }),
      'POST /api/membership/checkout': () => answer.promise,
    },
  )
  await screen.findByRole('button', { name: 'Join for $5' })
  await userEvent.click(screen.getByRole('button', { name: 'Use a coupon' }))
  await userEvent.type(screen.getByLabelText('Coupon'), 'spring{Enter}')
  const button = await screen.findByRole('button', { name: 'Join for $2.50' })
  screen.getByText('−$2.50')
  await userEvent.dblClick(button)
  const sent = asked('POST /api/membership/checkout')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.input).toMatchObject({ body: { plan: monthly.id, coupon: 'SPRING' } })
  answer.resolve({ checkout: 'c1', url: '#pay-here' })
  await waitFor(() => expect(location.hash).toBe('#pay-here'))
})

test('the chosen plan is in the address, and the period changes to the same plan', async () => {
  await open({ path: `/membership?plan=${family.id}` })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Family' }).checked).toBe(true))
  await userEvent.click(screen.getByRole('radio', { name: 'Reader' }))
  expect(location.search).toBe(`?plan=${monthly.id}`)
  await userEvent.click(screen.getByRole('radio', { name: /Yearly/ }))
  expect(location.search).toBe(`?plan=${yearly.id}`)
  screen.getByRole('button', { name: 'Start your free trial' })
})

test('a coupon is kept and checked again for another plan, and after a reload', async () => {
  const given: Given = { path: `/membership?plan=${monthly.id}` }
  const answers: Answers = {
    'GET /api/membership/discount': (input) => {
      const { plan } = Object(input).query
      if (plan === family.id) throw new Refusal('code-not-valid', { message: 'This code is for another plan.' })
      return { code: 'HALF', percentOff: 50, amountOff: null, duration: 'once', months: null, price: 250 }
    },
  }
  const { asked } = await open(given, answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Use a coupon' }))
  await userEvent.type(screen.getByLabelText('Coupon'), 'half{Enter}')
  await screen.findByRole('button', { name: 'Join for $2.50' })
  expect(document.activeElement?.textContent).toBe('Coupon HALF applied')
  await userEvent.click(screen.getByRole('radio', { name: 'Family' }))
  await screen.findByText('This code is for another plan.')
  screen.getByRole('button', { name: 'Join for $12' })
  await userEvent.click(screen.getByRole('radio', { name: 'Reader' }))
  await screen.findByRole('button', { name: 'Join for $2.50' })
  expect(asked('GET /api/membership/discount')).toHaveLength(2)

  cleanup()
  await open(given, answers)
  await screen.findByRole('button', { name: 'Join for $2.50' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove coupon HALF' }))
  screen.getByRole('button', { name: 'Join for $5' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use a coupon' }))
  expect(readDraft(aViewer.id)).toEqual({})
})

test('a coupon that could not be checked blocks the payment until it is checked again or removed', async () => {
  updateDraft(aViewer.id, { coupon: 'HALF' })
  let fails = true
  const { asked } = await open(
    { path: `/membership?plan=${monthly.id}` },
    {
      'GET /api/membership/discount': () => {
        if (fails) throw new Refusal('too-many-requests', { retryAfter: 20 })
        return { code: 'HALF', percentOff: 50, amountOff: null, duration: 'once', months: null, price: 250 }
      },
    },
  )
  await screen.findByText('Too many attempts. Try again in 20 seconds.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join for $5' }).disabled).toBe(true)
  const before = asked('GET /api/membership/discount').length
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const join = await screen.findByRole<HTMLButtonElement>('button', { name: 'Join for $2.50' })
  expect(join.disabled).toBe(false)
  expect(document.activeElement?.textContent).toBe('Coupon HALF applied')
  expect(asked('GET /api/membership/discount')).toHaveLength(before + 1)

  fails = true
  await userEvent.click(screen.getByRole('radio', { name: 'Family' }))
  await screen.findByText(/Too many attempts/)
  await userEvent.click(screen.getByRole('button', { name: 'Remove coupon HALF' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join for $12' }).disabled).toBe(false)
})

test('the story whose wall led here is kept, also while a visitor signs in', async () => {
  const path = `/membership?story=the-latch&plan=${monthly.id}`
  await open({ own: null, path })
  const next = encodeURIComponent(`/membership?plan=${monthly.id}&story=the-latch`)
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Sign in to join' }).getAttribute('href')).toBe(
      `/auth/newauth?next=${next}`,
    ),
  )
  cleanup()
  await open({ path }, { 'POST /api/membership/checkout': () => ({ checkout: 'c', url: '#story' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Join for $5' }))
  await waitFor(() => expect(location.hash).toBe('#story'))
  expect(readDraft(aViewer.id)).toEqual({ story: 'the-latch' })
  updateDraft(aViewer.id, { story: undefined })
})

test('nothing is paid while the coupon is being checked for a plan', async () => {
  updateDraft(aViewer.id, { coupon: 'HALF' })
  const answer = deferred<unknown>()
  const { asked } = await open({}, { 'GET /api/membership/discount': () => answer.promise })
  await userEvent.click(screen.getByRole('button', { name: 'Start your free trial' }))
  expect(asked('POST /api/membership/checkout')).toEqual([])
  updateDraft(aViewer.id, { coupon: undefined })
})

test('a code that is too short for a coupon is not valid', async () => {
  const invalid = { issues: [{ path: ['query', 'code'], message: 'Too small' }] }
  await open(
    {},
    {
      'GET /api/membership/discount': () => {
        throw new Refusal('invalid', invalid)
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use a coupon' }))
  await userEvent.type(screen.getByLabelText('Coupon'), 'ab{Enter}')
  expect(await screen.findByText(/This code is not valid/)).not.toBe(null)
})

test('a failed checkout is repeated with the same request', async () => {
  let failures = 1
  const { asked } = await open(
    {},
    {
      'POST /api/membership/checkout': () => {
        if (failures-- > 0) throw new Refusal('payments-unavailable')
        return { checkout: 'c', url: '#again' }
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Start your free trial' }))
  await screen.findByText(/did not answer/)
  await userEvent.click(screen.getByRole('button', { name: 'Start your free trial' }))
  await waitFor(() => expect(location.hash).toBe('#again'))
  const [first, second] = asked('POST /api/membership/checkout')
  expect(second?.input).toEqual(first?.input)
})

test('a coupon that does not apply says so at its field', async () => {
  await open(
    {},
    {
      'GET /api/membership/discount': () => {
        throw new Refusal('code-not-valid')
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use a coupon' }))
  await userEvent.type(screen.getByLabelText('Coupon'), 'nope{Enter}')
  expect(await screen.findByText(/This code is not valid/)).not.toBe(null)
})

test('a membership has its own seats, and its coupon says what it takes off', async () => {
  const discount = { code: 'HALF', percentOff: 50, amountOff: null, duration: 'once', months: null } as const
  await open({ own: { ...active, plan: family, seats: 6, nextAmount: 250, discount } })
  const state = within(screen.getByRole('region', { name: 'You’re a member' }))
  state.getByText(/next payment of \$2.50 is on 1 Mar 2027/)
  state.getByText('6')
  expect(state.getByText('HALF').parentElement?.textContent).toBe('HALF, 50% off')
})

test('cancelling asks one question, which can be skipped', async () => {
  const cancelled = { ...active, state: 'cancelled' as const }
  const { asked } = await open({ own: active }, { 'POST /api/membership/cancel': () => cancelled })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel membership' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel your membership?' }))
  dialog.getByText(/until 1 Mar 2027/)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }))
  await waitFor(() => expect(document.activeElement).toBe(heading('Your membership is cancelled')))
  expect(asked('POST /api/membership/cancel')[0]?.input).toEqual({ body: { comment: '' } })
})

test('the reason and the comment of a cancellation are sent', async () => {
  const { asked } = await open(
    { own: active },
    { 'POST /api/membership/cancel': () => ({ ...active, state: 'cancelled' }) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel membership' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'It costs too much' }))
  await userEvent.type(dialog.getByLabelText(/What could we do better/), 'A cheaper plan')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }))
  await screen.findByRole('heading', { name: 'Your membership is cancelled' })
  expect(asked('POST /api/membership/cancel')[0]?.input).toEqual({
    body: { reason: 'too-expensive', comment: 'A cheaper plan' },
  })
})

test('a membership that is cancelled, resumed and cancelled again only says what it is now', async () => {
  const cancelled = { ...active, state: 'cancelled' as const }
  let fails = true
  await open(
    { own: cancelled },
    {
      'POST /api/membership/resume': () => {
        if (fails) throw new Refusal('payments-unavailable')
        return active
      },
      'POST /api/membership/cancel': () => cancelled,
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Resume your membership' }))
  await screen.findByRole('alert')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Resume your membership' }))
  await waitFor(() => expect(document.activeElement).toBe(heading('You’re a member')))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel membership' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel membership' }))
  await waitFor(() => expect(document.activeElement).toBe(heading('Your membership is cancelled')))
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.queryByText(/continues/)).toBe(null)
})

test('the price is shown with the billing of the membership, also when the plan has another', async () => {
  await open({ own: { ...active, plan: { ...monthly, period: 'year' } } })
  expect(screen.getByText('$5 a month').tagName).toBe('DD')
})

const quote = {
  at: '2027-02-15T00:00:00.000Z',
  dueNow: 4750,
  currency: 'usd',
  price: 5000,
  nextPaymentAt: '2028-02-15T00:00:00.000Z',
}
const switched = { ...active, plan: yearly, price: 5000, period: 'year' as const }

async function chooseYearly() {
  await userEvent.click(screen.getByRole('button', { name: `Switch to ${isolate('Reader')}, $50 a year` }))
  return within(await screen.findByRole('dialog', { name: `Switch to ${isolate('Reader')}, $50 a year?` }))
}

test('a switch shows the amount due now before it is confirmed', async () => {
  const answers = { 'GET /api/membership/switch': () => quote, 'POST /api/membership/switch': () => switched }
  const { asked } = await open({ own: active }, answers)
  const dialog = await chooseYearly()
  await dialog.findByText('$47.50')
  dialog.getByText('Next payment on 15 Feb 2028')
  expect(asked('POST /api/membership/switch')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $47.50 and switch' }))
  await screen.findByText('$50 a year')
  expect(asked('POST /api/membership/switch')[0]?.input).toEqual({
    body: { plan: yearly.id, at: quote.at, dueNow: 4750, price: 5000 },
  })
  expect(document.activeElement).toBe(heading('You’re a member'))
})

test('an amount that has changed is shown and confirmed again', async () => {
  const later = { ...quote, at: '2027-02-15T02:00:00.000Z', dueNow: 4760 }
  const quotes = [quote, later]
  const message = 'The amount has changed. Check it, then confirm again.'
  const { asked } = await open(
    { own: active },
    {
      'GET /api/membership/switch': () => quotes.shift(),
      'POST /api/membership/switch': () => {
        if (asked('POST /api/membership/switch').length > 1) return switched
        throw new Refusal('wrong-state', { state: 'amount-changed', message })
      },
    },
  )
  const dialog = await chooseYearly()
  await userEvent.click(await dialog.findByRole('button', { name: 'Pay $47.50 and switch' }))
  await dialog.findByText(message)
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $47.60 and switch' }))
  await screen.findByText('$50 a year')
  expect(asked('POST /api/membership/switch').at(-1)?.input).toMatchObject({ body: { at: later.at, dueNow: 4760 } })
})

test('receipts have a PDF unless the payment failed', async () => {
  const partly = { ...paid, id: 'r3', number: 'B-0003', refunded: 200 }
  await open({ own: active, receipts: [paid, { ...paid, id: 'r2', number: null, state: 'failed' }, partly] })
  const links = screen.getAllByRole('link', { name: /as PDF/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['r1', 'r3'].map((id) => `/api/membership/receipts/${id}.pdf`),
  )
  screen.getByText('Failed')
  screen.getByText('Partly refunded')
  screen.getByText(/B-0003 · \$2\.00 refunded/)
})

test('billing details are saved with the tax number', async () => {
  const billing = { name: 'Ada Ltd', address: '', country: 'DE', taxId: 'DE123' }
  const { asked } = await open({ own: active }, { 'PUT /api/membership/billing': () => ({ ...active, billing }) })
  await userEvent.click(screen.getByRole('button', { name: 'Add billing details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }))
  await userEvent.type(dialog.getByLabelText(/Name or company/), 'Ada Ltd')
  await userEvent.selectOptions(dialog.getByLabelText(/Country/), 'Germany')
  await userEvent.type(dialog.getByLabelText(/Tax number/), 'DE123')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Ada Ltd')
  expect(asked('PUT /api/membership/billing')[0]?.input).toEqual({ body: billing })
})

test('billing details are offered beside what is bought, and kept beside receipts', async () => {
  const billing = { name: 'Ada Ltd', address: '', country: 'DE', taxId: '' }
  await open()
  const summary = within(screen.getByRole('region', { name: 'Your membership' }))
  summary.getByRole('button', { name: 'Add billing details' })
  summary.getByRole('link', { name: 'terms and conditions' })
  expect(screen.queryByRole('heading', { name: 'Billing details' })).toBe(null)
  cleanup()
  await open({ own: { ...noOne, billing }, receipts: [paid] })
  const section = within(screen.getByRole('region', { name: 'Billing details' }))
  section.getByText('Germany')
  section.getByRole('button', { name: 'Change billing details' })
})

test('the owner of a group invites by email and takes seats back', async () => {
  const seat = { id: 's1', email: 'bo@example.com', name: null, accepted: false, invitedAt: paid.at }
  const { asked } = await open(
    { own: { ...active, plan: family }, group: { total: 2, seats: [] } },
    { 'POST /api/membership/seats': () => seat, 'DELETE /api/membership/seats/{id}': () => ({}) },
  )
  await userEvent.type(screen.getByLabelText('Email address of the person'), 'bo@example.com{Enter}')
  await screen.findByText('We emailed an invitation to bo@example.com.')
  expect(document.activeElement?.textContent).toContain('We emailed an invitation')
  screen.getByText('All seats are taken.')
  expect(screen.queryByLabelText('Email address of the person')).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Take back the seat of bo@example.com' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('The seat is free again.'))
  expect(screen.queryByText(/We emailed/)).toBe(null)
  expect(asked('DELETE /api/membership/seats/{id}')[0]?.input).toEqual({ params: { id: 's1' } })
})

test('an invitation that was not accepted is sent again, and only its row is busy', async () => {
  const seats = ['bo', 'cy'].map((name) => ({
    id: name,
    email: `${name}@example.com`,
    name: null,
    accepted: false,
    invitedAt: paid.at,
  }))
  const answer = deferred<unknown>()
  const { asked } = await open(
    { own: { ...active, plan: family, seats: 3 }, group: { total: 3, seats } },
    { 'POST /api/membership/seats': () => answer.promise },
  )
  const button = (name: string) =>
    screen.getByRole('button', { name: `Send the invitation to ${name}@example.com again` })
  await userEvent.click(button('bo'))
  expect(button('bo').ariaBusy).toBe('true')
  expect(button('cy').ariaBusy).toBe(null)
  answer.resolve(seats[0])
  await screen.findByText('We emailed an invitation to bo@example.com.')
  expect(asked('POST /api/membership/seats')[0]?.input).toEqual({ body: { email: 'bo@example.com' } })
})

test('two seats are changed at the same time', async () => {
  const seats = ['bo', 'cy'].map((name) => ({
    id: name,
    email: `${name}@example.com`,
    name: null,
    accepted: false,
    invitedAt: paid.at,
  }))
  const sent = deferred<unknown>()
  const { asked } = await open(
    { own: { ...active, plan: family, seats: 3 }, group: { total: 3, seats } },
    { 'POST /api/membership/seats': () => sent.promise, 'DELETE /api/membership/seats/{id}': () => ({}) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send the invitation to bo@example.com again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Take back the seat of cy@example.com' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }))
  await screen.findByText('The seat is free again.')
  expect(asked('DELETE /api/membership/seats/{id}')[0]?.input).toEqual({ params: { id: 'cy' } })
  expect(screen.getByRole('button', { name: /^Send/ }).ariaBusy).toBe('true')
  sent.resolve(seats[0])
  await screen.findByText('We emailed an invitation to bo@example.com.')
  expect(screen.getByRole('button', { name: /^Send/ }).ariaBusy).toBe(null)
})

test('a person leaves the group whose seat they have', async () => {
  const own: OwnMembership = { ...noOne, member: true, source: 'seat', seatId: 's1' }
  const { asked } = await open(
    { own },
    { 'DELETE /api/membership/seats/{id}': () => ({}), 'GET /api/membership/own': () => noOne },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Leave this group' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { level: 1, name: /Read every story/ })
  expect(asked('DELETE /api/membership/seats/{id}')[0]?.input).toEqual({ params: { id: 's1' } })
})

test('a used invitation says so', async () => {
  await open(
    { path: `/membership?seat=${'t'.repeat(24)}` },
    { 'GET /api/membership/seats/invitation/{token}': () => ({ by: 'Bo', used: true }) },
  )
  await screen.findByText('This invitation was already used')
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBe(null)
})

test('an invitation to a seat is accepted, or kept while a visitor signs in', async () => {
  const token = 't'.repeat(24)
  const invitation = { 'GET /api/membership/seats/invitation/{token}': () => ({ by: 'Bo', used: false }) }
  const { router } = await open(
    { path: `/membership?seat=${token}` },
    {
      ...invitation,
      'POST /api/membership/seats/accept': () => ({ ...noOne, member: true, source: 'seat' }),
    },
  )
  await screen.findByRole('heading', { name: 'Bo invites you to their membership' })
  await userEvent.click(screen.getByRole('button', { name: 'Accept the invitation' }))
  await screen.findByText(/You have a seat in a group membership/)
  expect(document.activeElement).toBe(heading('You’re a member'))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a gift of the address fills the code in, and a wrong one says so', async () => {
  let wrong = true
  const { asked, router } = await open(
    { path: '/membership?gift=ABCD-EFGH' },
    {
      'POST /api/membership/gifts/redeem': () => {
        if (wrong) throw new Refusal('code-not-valid')
        return { ...noOne, member: true, source: 'gift', until: '2027-05-01T00:00:00.000Z' }
      },
    },
  )
  const field = await screen.findByDisplayValue('ABCD-EFGH')
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  await screen.findByText(/This code is not valid/)
  wrong = false
  await userEvent.type(field, '{Enter}')
  await screen.findByText(/You redeemed a gift/)
  expect(document.activeElement).toBe(heading('You’re a member'))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(asked('POST /api/membership/gifts/redeem').at(-1)?.input).toEqual({ body: { code: 'ABCD-EFGH' } })
})

test('the focus stays at the form when a second gift changes nothing but the end', async () => {
  const gifted: OwnMembership = { ...noOne, member: true, source: 'gift', until: '2027-05-01T00:00:00.000Z' }
  await open(
    { own: gifted },
    { 'POST /api/membership/gifts/redeem': () => ({ ...gifted, until: '2027-06-01T00:00:00.000Z' }) },
  )
  await userEvent.type(screen.getByLabelText('Code'), 'ABCD-EFGH{Enter}')
  await screen.findByText(/until 1 Jun 2027/)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Redeem a code' }))
})

test('a message that could not be sent is not lost', async () => {
  const { asked } = await open(
    { own: { ...noOne, provider: 'stripe' }, offered: { provider: 'stripe' } },
    { 'POST /api/membership/gifts/checkout': () => ({ checkout: 'g', url: '#message' }) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose a gift' }))
  screen.getByText('We send it with the code, in the same email.')
  await userEvent.type(screen.getByLabelText(/Your message/), 'Enjoy')
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await screen.findByText(/Enter their email address/)
  expect(asked('POST /api/membership/gifts/checkout')).toEqual([])
  await userEvent.type(screen.getByLabelText(/Their email address/), 'bo@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await waitFor(() => expect(location.hash).toBe('#message'))
  updateDraft(aViewer.id, { gift: undefined })
})

test('a gift is bought for a person, and group plans are not offered', async () => {
  const { asked } = await open({}, { 'POST /api/membership/gifts/checkout': () => ({ checkout: 'g', url: '#gift' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Choose a gift' }))
  const gift = screen.getByLabelText<HTMLSelectElement>('Gift')
  expect([...gift.options].map(({ text }) => text)).toEqual([
    `1 month of ${isolate('Reader')}, $5`,
    `1 year of ${isolate('Reader')}, $50`,
  ])
  await userEvent.selectOptions(gift, yearly.id)
  await userEvent.type(screen.getByLabelText(/Their name/), 'Bo')
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue to payment' }))
  await waitFor(() => expect(location.hash).toBe('#gift'))
  expect(asked('POST /api/membership/gifts/checkout')[0]?.input).toMatchObject({
    body: { plan: yearly.id, recipientName: 'Bo', recipientEmail: '' },
  })
})

test('a gift that was begun is still there after a reload, or on the way back from the payment', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Choose a gift' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Gift'))
  await userEvent.selectOptions(screen.getByLabelText('Gift'), yearly.id)
  await userEvent.type(screen.getByLabelText(/Their name/), 'Bo')
  await userEvent.type(screen.getByLabelText(/Your message/), 'Enjoy')
  cleanup()
  await open()
  expect(screen.getByLabelText<HTMLSelectElement>('Gift').value).toBe(yearly.id)
  expect(screen.getByLabelText<HTMLInputElement>(/Their name/).value).toBe('Bo')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Your message/).value).toBe('Enjoy')
  expect(document.activeElement).toBe(document.body)
  updateDraft(aViewer.id, { gift: undefined })
})

test('in test mode, a failed payment leads to the test cards', async () => {
  await open({ own: { ...active, state: 'past-due' } })
  await userEvent.click(screen.getByRole('button', { name: 'Update payment method' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Card that works/ }))
})

test('the tools of test mode end the period', async () => {
  await open({ own: active }, { 'POST /api/membership/test/renew': () => ({ ...active, state: 'past-due' }) })
  await userEvent.click(screen.getByRole('button', { name: 'End this period now' }))
  expect(await screen.findByRole('heading', { name: 'Your last payment failed' })).not.toBe(null)
})

test('with Stripe, the payment method is changed there and nothing is a test', async () => {
  await open(
    { own: { ...active, provider: 'stripe', state: 'past-due' }, offered: { provider: 'stripe' } },
    { 'POST /api/membership/portal': () => ({ url: '#portal' }) },
  )
  expect(screen.queryByText(/no money moves/i)).toBe(null)
  expect(screen.queryByRole('button', { name: 'End this period now' })).toBe(null)
  const [first] = screen.getAllByRole('button', { name: 'Update payment method' })
  if (!first) throw new Error('no button')
  await userEvent.click(first)
  await waitFor(() => expect(location.hash).toBe('#portal'))
})

test('while nothing is on sale, members still manage and cancel their membership', async () => {
  const { asked } = await open(
    { own: { ...active, plan: family, seats: 4 }, offered: null, receipts: [paid], group: { total: 4, seats: [] } },
    { 'POST /api/membership/cancel': () => ({ ...active, state: 'cancelled' }) },
  )
  screen.getByText(/You keep yours/)
  screen.getByRole('link', { name: /as PDF/ })
  screen.getByRole('button', { name: 'Add billing details' })
  for (const sold of [/^Switch to/, 'Choose a gift', 'Invite'])
    expect(screen.queryByRole('button', { name: sold }), String(sold)).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel membership' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel membership' }))
  await screen.findByRole('heading', { name: 'Your membership is cancelled' })
  expect(asked('POST /api/membership/cancel')).toHaveLength(1)
})

test('while nothing is on sale, a person with receipts keeps them and can redeem a code', async () => {
  await open({ offered: null, receipts: [paid] })
  screen.getByRole('heading', { level: 1, name: 'Membership' })
  screen.getByRole('link', { name: /as PDF/ })
  screen.getByLabelText('Code')
  expect(screen.queryByText(/Choose a plan/)).toBe(null)
})

test('while nothing is on sale, a gift and a seat are still used, by a visitor after signing in', async () => {
  const token = 't'.repeat(24)
  const invitation = { 'GET /api/membership/seats/invitation/{token}': () => ({ by: 'Bo', used: false }) }
  const path = `/membership?seat=${token}&gift=ABCD-EFGH`
  await open({ own: null, offered: null, path }, invitation)
  heading('Membership')
  screen.getByText('Memberships are not on sale right now')
  const links = await screen.findAllByRole('link', { name: /^Sign in/ })
  expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')).toSorted()).toEqual([
    '/auth/newauth?next=/membership?gift=ABCD-EFGH',
    `/auth/newauth?next=/membership?seat=${token}`,
  ])
  cleanup()
  await open({ offered: null, path }, invitation)
  await screen.findByDisplayValue('ABCD-EFGH')
  await screen.findByRole('button', { name: 'Accept the invitation' })
  expect(screen.queryByRole('radio')).toBe(null)
  expect(screen.queryByRole('button', { name: 'Choose a gift' })).toBe(null)
})

test('what creators get is named, and not promised when it is nothing', async () => {
  await open({ own: null })
  screen.getByText('50% of what members pay goes to the creators whose stories they finish.')
  screen.getByText(/50% of what members pay, after tax and refunds, is divided among creators/)
  cleanup()
  await open({ own: null, offered: { creatorShare: 0 } })
  heading('Read every story.')
  expect(screen.queryByText(/support|are paid|divided|Where does my money go/i)).toBe(null)
})

test.each([
  [[14], /We email you before it does/],
  [[14, 3], /before the end of a trial that is longer than 3 days/],
  [[3], null],
])('trials of %o days are announced before they end: %s', async (days, notice) => {
  const plans = days.map((trialDays) => aPlan({ id: String(trialDays).repeat(10), trialDays }))
  await open({ own: null, offered: { plans } })
  const answer = screen.getByText(/You pay nothing until it ends/).textContent
  expect(answer).toMatch(notice ?? /until it ends\. Cancel before that day/)
})

test('in test mode no gift mail is promised', async () => {
  await open()
  expect(screen.queryByText(/email it for you/)).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Choose a gift' }))
  screen.getByText(/In test mode no email is sent/)
  cleanup()
  await open({ own: null, offered: { provider: 'stripe' } })
  expect(screen.getByText(/email it for you/)).not.toBe(null)
})

test('on the way back from the portal, the provider is asked once', async () => {
  const answer = deferred<OwnMembership>()
  const { asked, router } = await open(
    { own: { ...active, provider: 'stripe', state: 'past-due' }, path: '/membership?from=portal' },
    { 'POST /api/membership/sync': () => answer.promise },
  )
  await screen.findByText(/Asking the payment provider/)
  answer.resolve({ ...active, provider: 'stripe' })
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.queryByText(/Asking the payment provider/)).toBe(null)
  expect(asked('POST /api/membership/sync')).toHaveLength(1)
})

test('a provider that does not answer leaves the page as it is', async () => {
  const { asked, router } = await open(
    { own: { ...active, provider: 'stripe', state: 'past-due' }, path: '/membership?from=portal' },
    {
      'POST /api/membership/sync': () => {
        throw new Refusal('payments-unavailable')
      },
    },
  )
  await waitFor(() => expect(router.state.location.search).toBe(''))
  heading('Your last payment failed')
  expect(asked('POST /api/membership/sync')).toHaveLength(1)
})

test('without plans on sale, the page says so and still redeems codes', async () => {
  await open({ offered: { plans: [] } })
  screen.getByText('No plans yet')
  expect(screen.queryByRole('region', { name: 'Give a membership' })).toBe(null)
  expect(screen.getByLabelText('Code')).not.toBe(null)
})

test('with plans of one period there is nothing to toggle', async () => {
  await open({ offered: { plans: [yearly] } })
  expect(screen.queryByRole('radio', { name: /Yearly/ })).toBe(null)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Reader' }).checked).toBe(true)
  expect(screen.queryByText(/you save/)).toBe(null)
})

test('plans of several currencies are shown as they are, and a switch stays in one currency', async () => {
  const euros = aPlan({ id: 'E'.repeat(20), name: 'Leser', currency: 'eur', price: 450 })
  const plans = [monthly, euros]
  await open({ offered: { plans } })
  await userEvent.click(screen.getByRole('radio', { name: 'Leser' }))
  screen.getByRole('button', { name: 'Join for €4.50' })
  cleanup()
  await open({ own: active, offered: { plans: [...plans, family] } })
  const names = screen.getAllByRole('button', { name: /^Switch to/ }).map((button) => button.ariaLabel)
  expect(names).toEqual([`Switch to ${isolate('Family')}, $12 a month`])
})

test('a cancelled membership with a gift after it names both days', async () => {
  await open({
    own: { ...active, state: 'cancelled', nextAmount: null, source: 'gift', until: '2027-05-01T00:00:00.000Z' },
  })
  expect(screen.getByText(/until 1 Mar 2027\..* After that you read with your gift until 1 May 2027/)).not.toBe(null)
})
