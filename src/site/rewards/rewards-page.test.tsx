import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { AdminRedemption, AdminReward, AdminRule, AdminTransfer } from '#contract/rewards/rewards-admin.ts'
import type { Feature } from '#contract/settings/features.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import RewardsPage from './rewards-page.tsx'

const viewer = { ...aViewer, role: 'admin' as const }
const at = '2026-11-18T10:00:00.000Z'
const ben = { id: 'B'.repeat(20), handle: 'ben', name: 'Ben', about: '', avatar: null }
const rule: AdminRule = { kind: 'read', amount: 1, dailyCap: 10, enabled: true, version: 1 }
const reward: AdminReward = {
  id: 'P'.repeat(20),
  kind: 'other',
  name: 'Postcard',
  description: '',
  icon: 'mail',
  price: 30,
  stock: 4,
  perPerson: null,
  question: '',
  months: null,
  archived: false,
  redeemed: 2,
  version: 1,
}
const mug: AdminReward = { ...reward, id: 'M'.repeat(20), name: 'Mug' }
const overview = {
  rules: [rule],
  rewards: [reward, mug],
  toFulfil: 1,
  proof: {
    at,
    transfers: 12,
    accounts: 7,
    differences: [],
    totals: { issued: 100, corrected: 5, held: 60, redeemed: 40, pendingGifts: 5, people: 3 },
  },
}

async function open(data: unknown, answers: Answers = {}, switchedOff: Feature[] = []) {
  const fake = fakeApi(answers)
  await renderPage(Page, { api: fake.api, data, viewer, path: '/admin/rewards', switchedOff })
  return fake
}

function Page() {
  return (
    <>
      <RewardsPage />
      <ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />
    </>
  )
}

const exportAddress = () => screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')

test('the overview says that the books balance, and checks them on request', async () => {
  const { asked } = await open(
    { kind: 'overview', overview },
    { 'POST /api/admin/rewards/prove': () => overview.proof },
  )
  screen.getByText('The books balance.')
  await userEvent.click(screen.getByRole('button', { name: 'Check the books now' }))
  await screen.findByText('Checked just now.')
  expect(asked('POST /api/admin/rewards/prove')).toHaveLength(1)
})

test('the totals add up', async () => {
  await open({ kind: 'overview', overview })
  const totals = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  expect(totals).toEqual([
    'Berries earned 100',
    'Added by corrections 5',
    'In baskets 60',
    'Redeemed 40',
    'In pending gifts 5',
    'People with berries 3',
  ])
})

test('when berries are switched off, the page says so and links to the switch', async () => {
  await open({ kind: 'rules', overview }, {}, ['berries'])
  const link = screen.getByRole('link', { name: 'Switch berries on' })
  expect(link.getAttribute('href')).toBe('/admin/settings/features')
})

test('a daily cap below the berries of one time is refused in place', async () => {
  const { asked } = await open({ kind: 'rules', overview })
  const cap = screen.getByLabelText(/^Daily cap/)
  await userEvent.clear(cap)
  await userEvent.type(cap, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter at least as many as each time.')
  expect(asked('PUT /api/admin/rewards/rules/{kind}')).toHaveLength(0)
})

test('a difference in the books is an alert that names it', async () => {
  const differences = [{ kind: 'balance', id: 'A1', expected: 5, found: 7 }]
  await open({ kind: 'overview', overview: { ...overview, proof: { ...overview.proof, differences } } })
  expect(screen.getByRole('alert').textContent).toContain('Balance of account A1: expected 5, found 7')
})

test('after a conflict a rule keeps the input, and saving again replaces the other version', async () => {
  let conflicts = 1
  const { asked } = await open(
    { kind: 'rules', overview },
    {
      'PUT /api/admin/rewards/rules/{kind}': ({ body }) => {
        if (conflicts-- > 0) throw new Refusal('version-conflict', { current: { ...rule, amount: 7, version: 4 } })
        return { ...rule, ...body, version: 5 }
      },
    },
  )
  const amount = screen.getByLabelText('Berries each time')
  await userEvent.clear(amount)
  await userEvent.type(amount, '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('7 berries')
  expect(amount).toHaveProperty('value', '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await expect.poll(() => asked('PUT /api/admin/rewards/rules/{kind}').length).toBe(2)
  expect(asked('PUT /api/admin/rewards/rules/{kind}')[1]?.input).toMatchObject({ body: { amount: 3, version: 4 } })
})

test('a reward is added with its fields; blank limits are unlimited', async () => {
  const { asked } = await open({ kind: 'catalogue', overview }, { 'POST /api/admin/rewards/catalogue': () => reward })
  await userEvent.click(screen.getByRole('button', { name: 'Add a reward' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a reward' })
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Membership/ }))
  await userEvent.type(within(dialog).getByLabelText('Name'), 'A month')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await expect.poll(() => asked('POST /api/admin/rewards/catalogue').length).toBe(1)
  expect(asked('POST /api/admin/rewards/catalogue')[0]?.input).toMatchObject({
    body: { kind: 'membership', name: 'A month', price: 50, months: 1, stock: null, perPerson: null, question: '' },
  })
})

test('the catalogue is reordered, and a reward is archived', async () => {
  const { asked } = await open(
    { kind: 'catalogue', overview },
    {
      'PUT /api/admin/rewards/order': () => ({}),
      'PUT /api/admin/rewards/catalogue/{id}': () => ({ ...reward, archived: true }),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Move “Mug” up' }))
  await expect.poll(() => asked('PUT /api/admin/rewards/order').length).toBe(1)
  expect(asked('PUT /api/admin/rewards/order')[0]?.input).toEqual({ body: { ids: [mug.id, reward.id] } })
  await userEvent.click(screen.getByRole('button', { name: 'Archive Postcard' }))
  await expect.poll(() => asked('PUT /api/admin/rewards/catalogue/{id}').length).toBe(1)
  expect(asked('PUT /api/admin/rewards/catalogue/{id}')[0]?.input).toMatchObject({
    body: { archived: true, version: 1, name: 'Postcard', stock: { from: 4, to: 4 } },
  })
})

test('a double click archives once, and the focus stays at the reward', async () => {
  const data = { kind: 'catalogue', overview: { ...overview, rewards: [reward, mug] } }
  const answer = deferred()
  const { asked } = await open(data, { 'PUT /api/admin/rewards/catalogue/{id}': () => answer.promise })
  await userEvent.dblClick(screen.getByRole('button', { name: 'Archive Postcard' }))
  data.overview.rewards = [{ ...reward, archived: true }, mug]
  answer.resolve({ ...reward, archived: true })
  const back = await screen.findByRole('button', { name: 'Offer Postcard again' })
  expect(document.activeElement).toBe(back)
  expect(asked('PUT /api/admin/rewards/catalogue/{id}')).toHaveLength(1)
})

test('after a conflict a reward lists what changed, and saving again keeps what was sold', async () => {
  const theirs = { ...reward, name: 'Big postcard', question: 'Where to?', stock: 2, version: 3 }
  let conflicts = 1
  const { asked } = await open(
    { kind: 'catalogue', overview },
    {
      'PUT /api/admin/rewards/catalogue/{id}': () => {
        if (conflicts-- > 0) throw new Refusal('version-conflict', { current: theirs })
        return theirs
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Edit Postcard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit “Postcard”' })
  const price = within(dialog).getByLabelText('Price in berries')
  await userEvent.clear(price)
  await userEvent.type(price, '25')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Star' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Big postcard')
  const changes = within(dialog)
    .getAllByRole('term')
    .map((term) => term.textContent)
  expect(changes).toEqual(['Name: ', 'Stock: ', 'Question: '])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  await expect.poll(() => asked('PUT /api/admin/rewards/catalogue/{id}').length).toBe(2)
  expect(asked('PUT /api/admin/rewards/catalogue/{id}')[1]?.input).toMatchObject({
    body: { name: 'Postcard', price: 25, icon: 'star', stock: { from: 4, to: 4 }, version: 3 },
  })
})

test('the kind of a reward that was redeemed cannot change', async () => {
  await open({ kind: 'catalogue', overview })
  await userEvent.click(screen.getByRole('button', { name: 'Edit Postcard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit “Postcard”' })
  within(dialog).getByText(/^Kind: Fulfilled by hand\./)
  expect(within(dialog).queryByRole('radio', { name: /^Badge/ })).toBeNull()
})

test('a redemption is fulfilled with a note', async () => {
  const redemption: AdminRedemption = {
    id: 'R'.repeat(20),
    reward,
    price: 30,
    state: 'to-fulfil',
    at,
    note: '',
    person: ben,
    answer: 'Hedge Lane 1',
  }
  const { asked } = await open(
    { kind: 'redemptions', overview, items: [redemption], next: null, query: { show: 'redemptions' } },
    { 'POST /api/admin/rewards/redemptions/{id}/fulfil': () => ({ ...redemption, state: 'fulfilled' }) },
  )
  screen.getByText('Hedge Lane 1')
  expect(exportAddress()).toBe('/api/admin/rewards/redemptions.csv')
  await userEvent.click(screen.getByRole('button', { name: /^Fulfil/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Fulfil “Postcard”' })
  await userEvent.type(within(dialog).getByLabelText(/^Note for the person/), 'On its way')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as fulfilled' }))
  await expect.poll(() => asked('POST /api/admin/rewards/redemptions/{id}/fulfil').length).toBe(1)
  expect(asked('POST /api/admin/rewards/redemptions/{id}/fulfil')[0]?.input).toMatchObject({
    params: { id: redemption.id },
    body: { note: 'On its way' },
  })
})

test('a transfer is reversed only with a reason', async () => {
  const transfer: AdminTransfer = {
    id: 42,
    kind: 'read',
    at,
    cause: 'read:1',
    note: '',
    by: null,
    reverses: null,
    reversed: false,
    entries: [
      { account: 'house:earned', person: null, amount: -1 },
      { account: ben.id, person: ben, amount: 1 },
    ],
  }
  const { asked } = await open(
    { kind: 'ledger', overview, items: [transfer], next: null, query: { show: 'ledger' } },
    { 'POST /api/admin/rewards/ledger/{id}/reverse': () => ({ ...transfer, id: 43, reverses: 42 }) },
  )
  screen.getByText('Site: earned')
  expect(exportAddress()).toBe('/api/admin/rewards/ledger.csv')
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Transfer 42' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reverse…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reverse transfer 42?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  expect(asked('POST /api/admin/rewards/ledger/{id}/reverse')).toHaveLength(0)
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'A script')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  await expect.poll(() => asked('POST /api/admin/rewards/ledger/{id}/reverse').length).toBe(1)
})

test('a correction keeps its input when the handle is unknown, and is sent under one request', async () => {
  const { asked } = await open(
    { kind: 'overview', overview },
    {
      'POST /api/admin/rewards/corrections': () => {
        throw new Refusal('not-found')
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Correct a balance' }))
  const dialog = await screen.findByRole('dialog', { name: 'Correct a balance' })
  await userEvent.type(within(dialog).getByLabelText('Handle'), '@ben')
  await userEvent.type(within(dialog).getByLabelText('Berries'), '-5')
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Counted twice')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Correct' }))
  await within(dialog).findByRole('alert')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Correct' }))
  await expect.poll(() => asked('POST /api/admin/rewards/corrections').length).toBe(2)
  const inputs = asked('POST /api/admin/rewards/corrections').map(({ input }) => JSON.stringify(input))
  expect(new Set(inputs).size).toBe(1)
  expect(inputs[0]).toContain('"handle":"ben","amount":-5,"note":"Counted twice"')
})

const corrected: AdminTransfer = {
  id: 44,
  kind: 'correction',
  at,
  cause: 'correction:1',
  note: 'Counted twice',
  by: 'Ada',
  reverses: null,
  reversed: false,
  entries: [
    { account: ben.id, person: ben, amount: -5 },
    { account: 'house:corrections', person: null, amount: 5 },
  ],
}

async function correct(handle: string, amount: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Correct a balance' }))
  const dialog = await screen.findByRole('dialog', { name: 'Correct a balance' })
  await userEvent.type(within(dialog).getByLabelText('Handle'), handle)
  await userEvent.type(within(dialog).getByLabelText('Berries'), amount)
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Counted twice')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Correct' }))
  return dialog
}

test('a correction that takes too much says what the person has', async () => {
  await open(
    { kind: 'overview', overview },
    {
      'POST /api/admin/rewards/corrections': () => {
        throw new Refusal('not-enough-berries', { balance: 3, needed: 5 })
      },
    },
  )
  const dialog = await correct('ben', '-5')
  await within(dialog).findByText('@ben has 3 berries, and this takes 5 berries.')
  expect(within(dialog).getByLabelText('Berries').getAttribute('aria-invalid')).toBe('true')
})

test('after a lost response a correction is sent as the same request, and says what it did', async () => {
  let lost = 1
  const { asked } = await open(
    { kind: 'overview', overview },
    {
      'POST /api/admin/rewards/corrections': () => {
        if (lost-- > 0) throw new TypeError('Failed to fetch')
        return corrected
      },
    },
  )
  const dialog = await correct('ben', '-5')
  await within(dialog).findByText(/We couldn’t reach the server/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await correct('ben', '-9')
  await screen.findByText('5 berries taken from @ben')
  const [one, two] = asked('POST /api/admin/rewards/corrections').map(({ input }) => input)
  expect(two).toMatchObject({ body: { request: Object(one).body.request } })
})

async function openLedger(transfer: Partial<AdminTransfer>) {
  const items = [{ ...corrected, ...transfer }]
  return open(
    { kind: 'ledger', overview, items, next: null, query: { show: 'ledger' } },
    {
      'POST /api/admin/rewards/ledger/{id}/reverse': () => {
        throw new Refusal('not-enough-berries', { balance: 1, needed: 5 })
      },
    },
  )
}

test('a received gift is reversed to the corrections, if the author still has the berries', async () => {
  const { asked } = await openLedger({ kind: 'gift-received' })
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Transfer 44' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reverse…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reverse transfer 44?' })
  within(dialog).getByText(/not back to the giver/)
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'A script')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  await screen.findByText(/The person has 1 berry, and this takes 5 berries\./)
  expect(asked('POST /api/admin/rewards/ledger/{id}/reverse')).toHaveLength(1)
})

test('a redemption cannot be reversed, because it is refunded', async () => {
  await openLedger({ kind: 'redemption' })
  expect(screen.queryByRole('button', { name: 'More actions for Transfer 44' })).toBeNull()
})
