import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { CheckoutResult } from '#contract/membership/membership.ts'
import { defaultSite } from '#contract/settings/default-site.ts'
import { rows } from '#site/routes.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { readDraft, updateDraft } from './checkout-draft.ts'
import SuccessPage, { head } from './success-page.tsx'
import TestCheckoutPage from './test-checkout-page.tsx'

const result: CheckoutResult = {
  kind: 'membership',
  state: 'paid',
  plan: {
    id: 'p',
    name: 'Reader',
    description: '',
    period: 'month',
    price: 500,
    currency: 'usd',
    trialDays: 0,
    benefits: [],
    seats: 1,
  },
  amount: 500,
  currency: 'usd',
  trialEnd: null,
  member: true,
  gift: null,
  provider: 'test',
}

afterEach(() => void vi.useRealTimers())

const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function openSuccess(first: Partial<CheckoutResult> | null, answers: Answers = {}) {
  const fake = fakeApi(answers)
  const data = first && { id: 'c1', result: { ...result, ...first } }
  await renderPage(SuccessPage, { api: fake.api, path: '/billing/success', data, viewer: aViewer })
  return fake
}

test('a paid checkout says so, without asking again', async () => {
  const { calls } = await openSuccess({})
  screen.getByRole('heading', { name: 'Thank you. You’re a member' })
  screen.getByText(/\$5\.00 for/)
  screen.getByText(/No money moves/i)
  expect(calls).toEqual([])
})

test('an open checkout never says paid before the provider does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let asks = 0
  const { asked } = await openSuccess(
    { state: 'open' },
    {
      'GET /api/membership/checkout/{id}': () => {
        asks += 1
        if (asks === 1) throw new Refusal('payments-unavailable')
        return { ...result, trialEnd: '2027-02-01T00:00:00.000Z' }
      },
    },
  )
  screen.getByRole('heading', { name: 'Waiting for your payment…' })
  expect(screen.queryByText(/Thank you/)).toBe(null)
  await passTime(0)
  expect(asked('GET /api/membership/checkout/{id}')).toHaveLength(1)
  await passTime(999)
  screen.getByRole('heading', { name: 'Waiting for your payment…' })
  await passTime(1)
  screen.getByRole('heading', { name: 'Your free trial has started' })
  expect(asked('GET /api/membership/checkout/{id}')).toHaveLength(2)
})

test('after about two minutes only the person asks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked } = await openSuccess(
    { state: 'open' },
    { 'GET /api/membership/checkout/{id}': () => ({ ...result, state: 'open' }) },
  )
  // React renders between two steps, and the next timer starts then.
  for (let step = 0; step < 15; step += 1) await passTime(15_000)
  const asks = asked('GET /api/membership/checkout/{id}').length
  screen.getByRole('heading', { name: 'Your payment is not confirmed yet' })
  const again = screen.getByRole('button', { name: 'Check again' })
  again.focus()
  fireEvent.click(again)
  expect(document.activeElement?.textContent).toContain('Waiting for your payment…')
  await passTime(0)
  expect(asked('GET /api/membership/checkout/{id}')).toHaveLength(asks + 1)
})

test('the focus stays on the result of a payment that was checked again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let state: CheckoutResult['state'] = 'open'
  await openSuccess({ state }, { 'GET /api/membership/checkout/{id}': () => ({ ...result, state }) })
  for (let step = 0; step < 15; step += 1) await passTime(15_000)
  state = 'paid'
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await passTime(0)
  expect(document.activeElement?.textContent).toContain('Thank you. You’re a member')
})

test.each([
  [{ state: 'open' }, 'Your payment'],
  [{ state: 'expired' }, 'Your payment'],
  [{ state: 'refunded' }, 'Your payment'],
  [{ state: 'paid' }, 'Thank you'],
  [null, 'Your payment'],
] as const)('the tab of a checkout %o says “%s”', (changes, title) => {
  const row = rows.find(({ path }) => path === '/billing/success')
  if (!row) throw new Error('no row')
  const data = changes && { id: 'c1', result: { ...result, ...changes } }
  expect(head({ data, row, site: defaultSite })).toEqual({ title: `${title} · ${defaultSite.name}`, noIndex: true })
})

test('the tab is updated when an open checkout is decided', async () => {
  const answer = { 'GET /api/membership/checkout/{id}': () => result }
  let loads = 0
  const data = { id: 'c1', result: { ...result, state: 'open' } }
  const router = await renderPage(SuccessPage, {
    api: fakeApi(answer).api,
    path: '/billing/success',
    data,
    viewer: aViewer,
  })
  router.subscribe(({ revalidation }) => {
    if (revalidation === 'loading') loads += 1
  })
  await screen.findByRole('heading', { name: 'Thank you. You’re a member' })
  await waitFor(() => expect(loads).toBe(1))
})

test('a second payment that was refunded never says paid or “not charged”', async () => {
  await openSuccess({ state: 'refunded' })
  screen.getByText(/You already had a membership, so this payment was refunded/)
  expect(screen.queryByText(/confirmed|not charged/)).toBe(null)
  expect(screen.getByRole('link', { name: 'Your membership' })).not.toBe(null)
})

test('a trial says that nothing was charged', async () => {
  await openSuccess({ trialEnd: '2027-02-01T00:00:00.000Z' })
  screen.getByText(/Nothing was charged/)
  expect(screen.queryByText(/Your payment/)).toBe(null)
})

test('a membership that costs nothing has no receipt', async () => {
  await openSuccess({ amount: 0, provider: 'stripe' })
  screen.getByRole('heading', { name: 'Thank you. You’re a member' })
  screen.getByText(/Nothing was charged/)
  expect(screen.queryByText(/payment|receipt/i)).toBe(null)
})

test('a page that is opened again after the membership has ended does not say that the person is a member', async () => {
  await openSuccess({ member: false })
  screen.getByRole('heading', { name: 'This membership has ended' })
  screen.getByText(/Your payment of \$5\.00 for/)
  expect(screen.queryByText(/You can read/)).toBe(null)
  cleanup()
  await openSuccess({ member: false, trialEnd: '2020-02-01T00:00:00.000Z', provider: 'stripe' })
  screen.getByText(/Nothing was charged/)
  expect(screen.queryByText(/payment/i)).toBe(null)
})

test('a trial that is over and was paid is not announced again', async () => {
  await openSuccess({ trialEnd: '2020-02-01T00:00:00.000Z' })
  screen.getByRole('heading', { name: 'You’re a member' })
  expect(screen.getByText(/ended on 1 Feb 2020/)).not.toBe(null)
})

test('a person who joined from the wall of a story goes back to it', async () => {
  updateDraft(aViewer.id, { story: 'the-würzburg-line' })
  await openSuccess({})
  const back = screen.getByRole('link', { name: 'Back to your story' })
  expect(back.getAttribute('href')).toBe(`/story/${encodeURIComponent('the-würzburg-line')}`)
  expect(readDraft(aViewer.id)).toEqual({})
  cleanup()
  await openSuccess({})
  expect(screen.getByRole('link', { name: 'Start reading' }).getAttribute('href')).toBe('/latest')
})

test('an expired checkout and a page without one lead back', async () => {
  await openSuccess({ state: 'expired' })
  screen.getByText(/You were not charged/)
  expect(screen.getByRole('link', { name: 'Choose a plan' })).not.toBe(null)
})

test('without a checkout there is no payment to show', async () => {
  await openSuccess(null)
  expect(screen.getByRole('heading', { name: 'No payment to show' })).not.toBe(null)
})

test('what was entered for a payment is forgotten once it is confirmed', async () => {
  updateDraft(aViewer.id, { coupon: 'HALF', gift: { recipientName: 'Bo' } })
  await openSuccess({ state: 'open' }, { 'GET /api/membership/checkout/{id}': () => ({ ...result, state: 'open' }) })
  expect(readDraft(aViewer.id).coupon).toBe('HALF')
  cleanup()
  await openSuccess({})
  expect(readDraft(aViewer.id)).toEqual({ gift: { recipientName: 'Bo' } })
  cleanup()
  await openSuccess({ kind: 'gift', gift: { ...gift, recipientEmail: '' } })
  expect(readDraft(aViewer.id)).toEqual({})
})

const gift = { code: 'GIFT-1234', recipientName: 'Bo', recipientEmail: 'bo@example.com', state: 'ready' } as const

test('a gift shows its code to copy', async () => {
  await openSuccess({
    kind: 'gift',
    gift,
    provider: 'stripe',
  })
  screen.getByText('GIFT-1234')
  screen.getByRole('button', { name: 'Copy code' })
  expect(screen.getByText('bo@example.com')).not.toBe(null)
})

test.each([
  ['redeemed', 'Your gift was redeemed'],
  ['ended', 'This gift has ended'],
] as const)('a gift that is %s is not ready any longer', async (state, title) => {
  await openSuccess({ kind: 'gift', member: false, gift: { ...gift, state } })
  screen.getByRole('heading', { name: title })
  expect(screen.queryByText('GIFT-1234')).toBe(null)
  expect(screen.queryByText(/emailed|Pass this code/)).toBe(null)
})

test('in test mode, a gift is not said to be emailed', async () => {
  await openSuccess({ kind: 'gift', gift })
  expect(screen.queryByText(/We emailed/)).toBe(null)
  screen.getByText(/no email is sent/)
})

const checkout = {
  checkout: 'c1',
  state: 'open',
  description: 'Reader',
  dueNow: 500,
  currency: 'jpy',
  trialDays: 0,
  cancelUrl: 'http://localhost/membership?plan=p',
}

async function openTest(changes: Partial<typeof checkout>, answers: Answers = {}) {
  const fake = fakeApi(answers)
  const data = { session: 's1', checkout: { ...checkout, ...changes } }
  await renderPage(TestCheckoutPage, { api: fake.api, path: '/membership/test-checkout', data, viewer: aViewer })
  return fake
}

test('a declined test card says what to do, and another one pays', async () => {
  const { asked } = await openTest(
    {},
    {
      'POST /api/membership/test/{session}/pay': ({ body }) => {
        if (body?.['card'] === 'declined') throw new Refusal('payment-declined')
        return { url: '#paid' }
      },
    },
  )
  screen.getByText(/No money moves/i)
  expect(screen.getByRole('link', { name: 'Cancel and go back' }).getAttribute('href')).toBe(checkout.cancelUrl)
  await userEvent.click(screen.getByRole('radio', { name: /Card that is declined/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay ¥500' }))
  await screen.findByText(/declined. Try another card/)
  await userEvent.click(screen.getByRole('radio', { name: /Card that works/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay ¥500' }))
  await waitFor(() => expect(location.hash).toBe('#paid'))
  expect(asked('POST /api/membership/test/{session}/pay')).toHaveLength(2)
})

test('a trial is started, and a complete checkout is not paid again', async () => {
  await openTest({ dueNow: 0, trialDays: 14 })
  screen.getByText(/first 14 days are free/)
  expect(screen.getByRole('button', { name: 'Start the trial' })).not.toBe(null)
})

test('a complete checkout leads to its result', async () => {
  await openTest({ state: 'complete' })
  expect(screen.getByRole('link', { name: 'See the result' }).getAttribute('href')).toBe('/billing/success?checkout=c1')
  expect(screen.queryByRole('button', { name: /Pay/ })).toBe(null)
})
