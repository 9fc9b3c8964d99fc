import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type {
  AdminCoupon,
  AdminGiftCode,
  AdminMember,
  AdminPayment,
  AdminPlan,
  Revenue,
} from '#contract/membership/membership-admin.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import CouponsPage from './admin-coupons-page.tsx'
import GiftCodesPage from './admin-gift-codes-page.tsx'
import MembersPage from './admin-members-page.tsx'
import PaymentsPage from './admin-payments-page.tsx'
import OverviewPage from './admin-overview-page.tsx'
import PlansPage from './admin-plans-page.tsx'
import { isolate } from './format-membership.ts'

const viewer = { ...aViewer, role: 'admin' as const }
const idOf = (letter: string) => letter.repeat(20)

const plan: AdminPlan = {
  id: idOf('P'),
  name: 'Reader',
  description: '',
  period: 'month',
  price: 500,
  currency: 'usd',
  trialDays: 0,
  benefits: ['All stories'],
  seats: 1,
  archived: false,
  members: 3,
  version: 2,
}
const month = { at: '2026-10-01', mrr: 0, revenue: 0, members: 0, joined: 0, left: 0 }
const revenue: Revenue = {
  provider: 'stripe',
  currency: 'usd',
  currencies: ['usd'],
  members: 0,
  trialing: 0,
  pastDue: 0,
  mrr: 0,
  churn: null,
  trialConversion: null,
  growth: null,
  months: [month],
  exits: [],
  comments: [],
}

async function show(Page: () => React.ReactNode, data: unknown, answers: Answers = {}, path = '/') {
  const fake = fakeApi(answers)
  const router = await renderPage(Page, { api: fake.api, data, viewer, path })
  return { ...fake, router }
}

test('a site without plans is told how to start', async () => {
  await show(OverviewPage, { revenue: { ...revenue, provider: 'test' }, hasPlans: false })
  expect(screen.getByRole('link', { name: 'Create a plan' }).getAttribute('href')).toContain('plans?edit=new')
  screen.getByText('STRIPE_SECRET_KEY')
  expect(screen.queryByRole('slider')).toBeNull()
})

test('the overview shows figures, charts, exit reasons and the currencies', async () => {
  const full: Revenue = {
    ...revenue,
    provider: 'test',
    currencies: ['usd', 'jpy'],
    members: 1200,
    trialing: 4,
    mrr: 123_450,
    growth: 4.25,
    churn: 0,
    months: [{ ...month, mrr: 123_450, joined: 9, left: 2 }],
    exits: [{ reason: 'too-expensive', count: 3 }],
    comments: [{ reason: 'other', comment: 'Moving away', at: '2026-10-03T00:00:00.000Z' }],
  }
  await show(OverviewPage, { revenue: full, hasPlans: true })
  const figures = within(screen.getByRole('region', { name: 'Figures' }))
  for (const value of ['$1,234.50', '1,200', '+4.3%', '0%', 'Not enough data']) figures.getByText(value)
  expect(screen.getByRole('slider', { name: 'Joined and left' }).getAttribute('aria-valuetext')).toBe(
    'October 2026: Joined 9, Left 2',
  )
  screen.getByText('Too expensive')
  screen.getByText('Moving away')
  screen.getByText('Test checkout: no money moves')
  expect(screen.getByRole('link', { name: 'USD' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'JPY' }).getAttribute('href')).toContain('currency=jpy')
})

test('a price is sent in the smallest unit, with the benefits as lines', async () => {
  const { asked } = await show(
    PlansPage,
    { kind: 'new', provider: 'stripe' },
    { 'POST /api/admin/membership/plans': () => plan },
  )
  await userEvent.type(screen.getByLabelText(/^Name/), 'Supporter')
  await userEvent.click(screen.getByLabelText('Yearly'))
  await userEvent.type(screen.getByLabelText(/^Price for each year/), '4,9')
  await userEvent.type(screen.getByLabelText(/^Benefits/), ' One {Enter}{Enter}Two')
  await userEvent.click(screen.getByRole('button', { name: 'Create plan' }))
  await waitFor(() => expect(asked('POST /api/admin/membership/plans')).toHaveLength(1))
  expect(asked('POST /api/admin/membership/plans')[0]?.input).toMatchObject({
    body: { name: 'Supporter', period: 'year', price: 490, currency: 'usd', benefits: ['One', 'Two'], seats: 1 },
  })
})

test('a price with too many decimals for the currency is refused beside its field', async () => {
  const { calls } = await show(PlansPage, { kind: 'new', provider: 'stripe' })
  await userEvent.type(screen.getByLabelText(/^Name/), 'Supporter')
  await userEvent.type(screen.getByLabelText(/^Price/), '5.50')
  await userEvent.clear(screen.getByLabelText(/^Currency/))
  await userEvent.type(screen.getByLabelText(/^Currency/), 'jpy')
  await userEvent.click(screen.getByRole('button', { name: 'Create plan' }))
  await screen.findByText('Enter a price such as 500.')
  expect(calls).toEqual([])
})

test('after a conflict the input stays, and it can replace the other version', async () => {
  let conflicts = 1
  const { asked } = await show(
    PlansPage,
    { kind: 'edit', plan, provider: 'stripe' },
    {
      'PUT /api/admin/membership/plans/{id}': () => {
        if (conflicts-- > 0) throw new Refusal('version-conflict', { current: { ...plan, name: 'Theirs', version: 3 } })
        return plan
      },
    },
  )
  await userEvent.type(screen.getByLabelText(/^Name/), ' plus')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Theirs')
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Reader plus')
  await userEvent.click(screen.getByRole('button', { name: 'Keep my version' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked('PUT /api/admin/membership/plans/{id}')).toHaveLength(2))
  expect(asked('PUT /api/admin/membership/plans/{id}').map(({ input }) => input)).toMatchObject([
    { body: { version: 2, name: 'Reader plus', price: 500, archived: false } },
    { body: { version: 3, name: 'Reader plus' } },
  ])
})

test('the billing and the currency of a plan with members are kept', async () => {
  const answers = { 'PUT /api/admin/membership/plans/{id}': () => plan }
  const { asked } = await show(PlansPage, { kind: 'edit', plan, provider: 'stripe' }, answers)
  expect(screen.getByLabelText('Yearly').matches(':disabled')).toBe(true)
  expect(screen.getByLabelText(/^Currency/).matches(':disabled')).toBe(true)
  screen.getByText(/archive this plan and create another one/)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked('PUT /api/admin/membership/plans/{id}')).toHaveLength(1))
  expect(asked('PUT /api/admin/membership/plans/{id}')[0]?.input).toMatchObject({
    body: { period: 'month', currency: 'usd' },
  })
})

test('unsaved input of a plan is not lost by following a link', async () => {
  const { router } = await show(PlansPage, { kind: 'new', provider: 'stripe' }, {}, '/admin/membership/plans')
  await userEvent.type(screen.getByLabelText(/^Name/), 'S')
  void router.navigate('/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'S')
})

test('plans are moved with buttons, and an order that fails is reverted', async () => {
  const second = { ...plan, id: idOf('Q'), name: 'Supporter' }
  const archived = { ...plan, id: idOf('R'), name: 'Old', archived: true }
  const plans = [plan, second, archived]
  let fails = false
  const { asked } = await show(
    PlansPage,
    { kind: 'list', plans, provider: 'stripe' },
    {
      'PUT /api/admin/membership/plans/order': () => {
        if (fails) throw new Refusal('wrong-state')
        return {}
      },
      'GET /api/admin/membership/plans': () => plans,
    },
  )
  const names = () =>
    within(screen.getByRole('list', { name: 'Plans on sale' }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  await userEvent.click(screen.getByRole('button', { name: `Move “${isolate('Supporter')}, $5 a month” up` }))
  expect(names()).toEqual(['Supporter', 'Reader'])
  const ids = [second.id, plan.id, archived.id]
  expect(asked('PUT /api/admin/membership/plans/order')[0]?.input).toEqual({ body: { ids } })
  fails = true
  await userEvent.click(screen.getByRole('button', { name: `Move “${isolate('Supporter')}, $5 a month” down` }))
  await waitFor(() => expect(asked('GET /api/admin/membership/plans')).toHaveLength(1))
  expect(names()).toEqual(['Reader', 'Supporter'])
})

test('a plan is archived after a confirmation', async () => {
  const { asked } = await show(
    PlansPage,
    { kind: 'list', plans: [plan], provider: 'stripe' },
    {
      'PUT /api/admin/membership/plans/{id}': () => plan,
      'GET /api/admin/membership/plans': () => [{ ...plan, archived: true }],
    },
  )
  await userEvent.click(screen.getByRole('button', { name: `Archive ${isolate('Reader')}, $5 a month` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Archive' }))
  await screen.findByRole('button', { name: `Restore ${isolate('Reader')}, $5 a month` })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Reader' }))
  expect(asked('PUT /api/admin/membership/plans/{id}')[0]?.input).toMatchObject({
    body: { archived: true, version: 2, price: 500 },
  })
})

const coupon: AdminCoupon = {
  id: idOf('C'),
  code: 'SPRING',
  percentOff: 25,
  amountOff: null,
  currency: null,
  duration: 'months',
  months: 3,
  plan: null,
  maxRedemptions: 100,
  redemptions: 7,
  expiresAt: null,
  active: true,
  createdAt: '2026-10-01T00:00:00.000Z',
}

test('a coupon of an amount is checked, created in the smallest unit, and ended after a confirmation', async () => {
  const data = { items: [coupon], next: null, plans: [plan], provider: 'stripe', query: {} }
  const { asked } = await show(CouponsPage, data, {
    'POST /api/admin/membership/coupons': () => coupon,
    'POST /api/admin/membership/coupons/{id}/end': () => ({ ...coupon, active: false }),
  })
  screen.getByText('25% off')
  screen.getByText('3 months')
  screen.getByText('7 of 100')
  await userEvent.click(screen.getByRole('button', { name: 'New coupon' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Amount'))
  await userEvent.click(dialog.getByLabelText('A number of months'))
  await userEvent.type(dialog.getByLabelText(/^Code/), 'five-off')
  await userEvent.type(dialog.getByLabelText('Amount off'), '5')
  await userEvent.type(dialog.getByLabelText(/^Months/), '40')
  await userEvent.click(dialog.getByRole('button', { name: 'Create coupon' }))
  await dialog.findByText('Enter a whole number from 1 to 36.')
  await userEvent.clear(dialog.getByLabelText(/^Months/))
  await userEvent.type(dialog.getByLabelText(/^Months/), '4')
  await userEvent.click(dialog.getByRole('button', { name: 'Create coupon' }))
  await waitFor(() => expect(asked('POST /api/admin/membership/coupons')).toHaveLength(1))
  expect(asked('POST /api/admin/membership/coupons')[0]?.input).toEqual({
    body: {
      code: 'FIVE-OFF',
      percentOff: null,
      amountOff: 500,
      currency: 'usd',
      duration: 'months',
      months: 4,
      plan: null,
      maxRedemptions: null,
      expiresAt: null,
    },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /^End/ }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }))
  await waitFor(() => expect(asked('POST /api/admin/membership/coupons/{id}/end')).toHaveLength(1))
})

const code: AdminGiftCode = {
  id: idOf('G'),
  code: 'AAAA-BBBB',
  months: 12,
  state: 'ready',
  bought: false,
  buyer: null,
  redeemedBy: null,
  note: '',
  expiresAt: null,
  createdAt: '2026-10-01T00:00:00.000Z',
}

test('a code of a deleted account is not taken for one that was made here', async () => {
  const items = [code, { ...code, id: idOf('H'), bought: true, state: 'redeemed' }]
  await show(GiftCodesPage, { items, next: null, provider: 'stripe', query: {} })
  const [, made, bought] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(made).toContain('Made here')
  expect(bought).not.toContain('Made here')
  expect(bought?.match(/Deleted account/g)).toHaveLength(2)
})

test('a batch of gift codes is shown once made, and can be copied', async () => {
  const { asked } = await show(
    GiftCodesPage,
    { items: [], next: null, provider: 'stripe', query: {} },
    { 'POST /api/admin/membership/gift-codes': () => [code, { ...code, id: idOf('H'), code: 'CCCC-DDDD' }] },
  )
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Make gift codes' }))
  await user.clear(await screen.findByLabelText('Number of codes'))
  await user.type(screen.getByLabelText('Number of codes'), '2')
  await user.click(screen.getByRole('button', { name: 'Make codes' }))
  await screen.findByText('2 gift codes made')
  expect(document.activeElement).toBe(screen.getByLabelText('Gift codes'))
  expect(screen.getByLabelText('Gift codes')).toHaveProperty('value', 'AAAA-BBBB\nCCCC-DDDD')
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  expect(write).toHaveBeenCalledWith('AAAA-BBBB\nCCCC-DDDD')
  write.mockRestore()
  expect(asked('POST /api/admin/membership/gift-codes')[0]?.input).toMatchObject({ body: { count: 2, months: 12 } })
})

test('an attempt that is repeated after a lost answer has the same request, and other input another', async () => {
  const lost = () => {
    throw new Refusal('unavailable')
  }
  const requestsOf = (calls: readonly { input?: unknown }[]) =>
    calls.map(({ input }) => (input as { body: { request: string } }).body.request)
  const plans = await show(PlansPage, { kind: 'new', provider: 'stripe' }, { 'POST /api/admin/membership/plans': lost })
  const create = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByRole('alert')
  }
  await userEvent.type(screen.getByLabelText(/^Name/), 'Supporter')
  await userEvent.type(screen.getByLabelText(/^Price/), '5')
  await create()
  await create()
  await userEvent.type(screen.getByLabelText(/^Price/), '0')
  await create()
  const [first, second, third] = requestsOf(plans.asked('POST /api/admin/membership/plans'))
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  cleanup()

  const data = { items: [], next: null, provider: 'stripe', query: {} }
  const codes = await show(GiftCodesPage, data, { 'POST /api/admin/membership/gift-codes': lost })
  await userEvent.click(screen.getByRole('button', { name: 'Make gift codes' }))
  for (let n = 0; n < 2; n++) await userEvent.click(await screen.findByRole('button', { name: 'Make codes' }))
  await waitFor(() => expect(codes.asked('POST /api/admin/membership/gift-codes')).toHaveLength(2))
  const [one, two] = requestsOf(codes.asked('POST /api/admin/membership/gift-codes'))
  expect(two).toBe(one)
})

const payment: AdminPayment = {
  id: idOf('Y'),
  number: '000012',
  kind: 'membership',
  state: 'paid',
  person: { id: idOf('A'), handle: 'ada', name: 'Ada', about: '', avatar: null },
  description: 'Reader',
  amount: 500,
  discount: 0,
  tax: 80,
  refunded: 0,
  currency: 'usd',
  provider: 'stripe',
  at: '2026-10-01T10:00:00.000Z',
}

test('payments are listed with their receipts, refunds and accounts that were deleted', async () => {
  const items: AdminPayment[] = [
    payment,
    { ...payment, id: idOf('X'), number: '000011', refunded: 200, person: null },
    { ...payment, id: idOf('Z'), number: null, state: 'failed' },
  ]
  await show(PaymentsPage, { items, next: null, provider: 'stripe', query: {} })
  const [, paid, returned, failed] = screen.getAllByRole('row')
  if (!paid || !returned || !failed) throw new Error('rows are missing')
  within(paid).getByRole('link', { name: 'Ada' })
  within(paid).getByText('Paid')
  const receipt = within(paid).getByRole('link', { name: 'Receipt 000012 as PDF' })
  expect(receipt.getAttribute('href')).toBe(`/api/membership/receipts/${payment.id}.pdf`)
  within(returned).getByText('Partly refunded')
  within(returned).getByText('$2.00')
  within(returned).getByText('Deleted account')
  within(failed).getByText('Failed')
  expect(within(failed).queryByRole('link', { name: /PDF/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain('payments.csv')
})

test('plans of the same name are told apart', async () => {
  const second = { ...plan, id: idOf('Q'), price: 900 }
  const limited = { ...coupon, plan: { id: second.id, name: second.name } }
  const data = { items: [limited], next: null, plans: [plan, second], provider: 'stripe', query: {} }
  await show(CouponsPage, data)
  screen.getByText(`${isolate('Reader')}, $9 a month`)
  await userEvent.click(screen.getByRole('button', { name: 'New coupon' }))
  const options = within(await screen.findByRole('dialog')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All plans',
    `${isolate('Reader')}, $5 a month`,
    `${isolate('Reader')}, $9 a month`,
  ])
  cleanup()
  await show(MembersPage, { ...data, items: [] })
  screen.getByRole('option', { name: `${isolate('Reader')}, $9 a month` })
})

test.each([
  ['plans', PlansPage, { kind: 'list', plans: [] }],
  ['the form of a plan', PlansPage, { kind: 'new' }],
  ['members', MembersPage, { items: [], next: null, plans: [], query: {} }],
  ['payments', PaymentsPage, { items: [], next: null, query: {} }],
  ['coupons', CouponsPage, { items: [], next: null, plans: [], query: {} }],
  ['gift codes', GiftCodesPage, { items: [], next: null, query: {} }],
] as const)('in test mode, the screen of %s says that no money moves', async (_, Page, data) => {
  await show(Page, { ...data, provider: 'test' })
  expect(screen.getByRole('note').textContent).toContain('no money moves')
  cleanup()
  await show(Page, { ...data, provider: 'stripe' })
  expect(screen.queryByRole('note')).toBeNull()
})

const member: AdminMember = {
  id: idOf('M'),
  person: { id: idOf('A'), handle: 'ada', name: 'Ada', about: '', avatar: null },
  state: 'active',
  plan: { id: plan.id, name: 'Reader' },
  price: 500,
  currency: 'usd',
  period: 'month',
  periodEnd: '2026-12-01T00:00:00.000Z',
  startedAt: '2026-10-01T00:00:00.000Z',
  refundable: 500,
}
const members = { items: [member], next: null, plans: [plan], provider: 'stripe', query: {} }

const MembersWithToasts = () => (
  <>
    <MembersPage />
    <ToastHost timeoutMs={5000} closeLabel="Close" />
  </>
)

async function choose(action: string) {
  await userEvent.click(screen.getByRole('button', { name: /^More|actions/i }))
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
  return within(await screen.findByRole('dialog'))
}

test('a payment is refunded with a reason, after its amount was shown', async () => {
  const { asked } = await show(MembersWithToasts, members, {
    'POST /api/admin/membership/members/{id}/refund': () => ({ ...member, state: 'expired', refunded: 500 }),
  })
  const dialog = await choose('Refund and end')
  dialog.getByText(/^\$5\.00 of the last payment is returned/)
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'By mistake')
  expect(asked('POST /api/admin/membership/members/{id}/refund')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $5.00 and end' }))
  await screen.findByText('1 membership ended, $5.00 refunded')
  expect(asked('POST /api/admin/membership/members/{id}/refund')[0]?.input).toEqual({
    params: { id: member.id },
    body: { reason: 'By mistake' },
  })
})

test('a membership that nothing was paid for is ended, and nothing is called refunded', async () => {
  const trial = { ...member, state: 'trialing', refundable: 0 }
  await show(
    MembersWithToasts,
    { ...members, items: [trial] },
    { 'POST /api/admin/membership/members/{id}/refund': () => ({ ...trial, state: 'expired', refunded: 0 }) },
  )
  const dialog = await choose('End now')
  dialog.getByText(/Nothing was paid, so nothing is returned/)
  await userEvent.click(dialog.getByRole('button', { name: 'End now' }))
  expect(await screen.findByText('1 membership ended, nothing refunded')).not.toBeNull()
})

test('free months that could not be given are given once when repeated', async () => {
  let fails = true
  const { asked } = await show(MembersPage, members, {
    'POST /api/admin/membership/grants': () => {
      if (fails) throw new Refusal('wrong-state')
      return { until: '2027-01-01T00:00:00.000Z' }
    },
  })
  const dialog = await choose('Give free months')
  await userEvent.click(dialog.getByRole('button', { name: 'Give months' }))
  await screen.findByText(/“Give free months” failed/)
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked('POST /api/admin/membership/grants')).toHaveLength(2))
  const [first, second] = asked('POST /api/admin/membership/grants').map(({ input }) => input)
  expect(first).toMatchObject({ body: { person: member.person.id, months: 1 } })
  expect(second).toEqual(first)
})

test('a membership is given to a person by handle, who must exist', async () => {
  const { asked } = await show(MembersPage, members, {
    // The suggestions are only the first people whose name or handle starts like this.
    'GET /api/people': () => [],
    'GET /api/people/{ref}': ({ params }) => {
      if (params?.['ref'] !== 'ada') throw new Refusal('not-found')
      return member.person
    },
    'POST /api/admin/membership/grants': () => ({ until: '2027-01-01T00:00:00.000Z' }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Give a membership' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Handle'), 'adam')
  await userEvent.click(dialog.getByRole('button', { name: 'Give membership' }))
  await dialog.findByText(/No account uses this handle/)
  await userEvent.type(dialog.getByLabelText('Handle'), '{Backspace}')
  await userEvent.click(dialog.getByRole('button', { name: 'Give membership' }))
  await waitFor(() => expect(asked('POST /api/admin/membership/grants')).toHaveLength(1))
  expect(asked('POST /api/admin/membership/grants')[0]?.input).toMatchObject({ body: { person: member.person.id } })
})
