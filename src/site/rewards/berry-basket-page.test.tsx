import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Basket, BerryGift, LedgerItem, Redemption, Reward } from '#contract/rewards/rewards.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import BerryBasketPage from './berry-basket-page.tsx'

const rules = [
  { kind: 'read' as const, amount: 1, dailyCap: 10 },
  { kind: 'streak' as const, amount: 2, dailyCap: 2 },
  { kind: 'story' as const, amount: 0, dailyCap: 40 },
]
const postcard: Reward = {
  id: 'P'.repeat(20),
  kind: 'other',
  name: 'Postcard',
  description: 'Printed on paper.',
  icon: 'mail',
  price: 30,
  stock: 4,
  perPerson: null,
  question: 'Where should we send it?',
}
const badge: Reward = { ...postcard, id: 'B'.repeat(20), kind: 'badge', name: 'Early bird', price: 100, question: '' }
const basket: Basket = {
  balance: 40,
  earnedToday: 3,
  streak: {
    days: 2,
    longest: 5,
    calendar: [
      { day: '2026-11-17', reads: 1 },
      { day: '2026-11-18', reads: 3 },
    ],
    today: '2026-11-18',
  },
  listed: true,
}
const ben = { id: 'person2', handle: 'ben', name: 'Ben', about: '', avatar: null }
const overview = {
  kind: 'basket',
  basket,
  about: { rules, rewards: [postcard, badge] },
  redemptions: [] as Redemption[],
  leaderboard: [{ person: ben, earned: 120, rank: 1 }],
}
const redeemed: Redemption = {
  id: 'R'.repeat(20),
  reward: postcard,
  price: 30,
  state: 'to-fulfil',
  at: '2026-11-18T10:00:00.000Z',
  note: '',
}

async function open(data: unknown = overview, answers: Answers = {}) {
  const fake = fakeApi(answers)
  await renderPage(BerryBasketPage, { api: fake.api, data, viewer: aViewer, path: '/berrybasket' })
  return fake
}

test('a visitor sees how berries are earned, the rewards and the way to sign up', async () => {
  const data = { kind: 'visitor', about: { rules, rewards: [postcard] }, leaderboard: [] }
  await renderPage(BerryBasketPage, { api: fakeApi({}).api, data, path: '/berrybasket' })
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toContain('next=%2Fberrybasket')
  screen.getByText('Finish a story')
  screen.getByRole('heading', { name: 'Postcard' })
  expect(screen.queryByRole('button', { name: /Redeem/ })).toBeNull()
  // A rule that earns nothing is not shown.
  expect(screen.queryByText('Publish a story')).toBeNull()
})

test('the balance, the earnings of today with the caps, and the streak are shown', async () => {
  await open()
  const header = screen.getByRole('heading', { level: 1 }).closest('header')
  expect(header?.textContent).toContain('40berries')
  expect(header?.textContent).toContain('3 earned today, up to 12 a day')
  expect(header?.textContent).toContain('2-day streak')
})

test('the calendar is a table of ten weeks that says what was read on each day', async () => {
  await open()
  const calendar = screen.getByRole('table', { name: /last ten weeks/ })
  expect(within(calendar).getAllByRole('row')).toHaveLength(8)
  within(calendar).getByRole('cell', { name: '17 November: 1 story' })
  within(calendar).getByRole('cell', { name: '18 November, today: 3 stories' })
  within(calendar).getByRole('cell', { name: '16 November: no story' })
  within(calendar).getByRole('cell', { name: '19 November: still to come' })
  screen.getByText(/You read on 2 days in the last ten weeks\. You’ve read today\./)
})

test('the calendar names the months, lists the days and says when they start', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  await open()
  const calendar = screen.getByRole('table', { name: /last ten weeks/ })
  const months = within(calendar)
    .getAllByRole('columnheader')
    .map((header) => header.firstChild?.textContent)
  expect(months.join(' ').trim()).toMatch(/^Day Sep\s+Oct\s+Nov$/)
  expect(screen.getByText(/^Days start at midnight UTC/).textContent).toMatch(/\(4:00\sPM your time\)\.$/)
  const days = within(screen.getByRole('region', { name: 'Reading streak' })).getAllByRole('listitem', { hidden: true })
  expect(days.map((day) => day.textContent)).toEqual(['18 November: 3 stories', '17 November: 1 story'])
})

test('a reward that costs too much says what is missing', async () => {
  await open()
  const card = screen.getByRole('heading', { name: 'Early bird' }).closest('li')
  if (!card) throw new Error('no card')
  within(card).getByText('60 berries to go')
  expect(within(card).queryByRole('button')).toBeNull()
})

test('a double click redeems once, with the answer', async () => {
  const { asked } = await open(overview, {
    'POST /api/berries/rewards/{id}/redeem': () => ({ redemption: redeemed, balance: 10 }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Redeem Postcard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem “Postcard”?' })
  within(dialog).getByText(/You’ll have 10 berries left/)
  await userEvent.type(within(dialog).getByLabelText('Where should we send it?'), 'Hedge Lane 1')
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Redeem for 30 berries' }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Redeem “Postcard”?' })).toBeNull()
  const calls = asked('POST /api/berries/rewards/{id}/redeem')
  expect(calls).toHaveLength(1)
  expect(calls[0]?.input).toMatchObject({ params: { id: postcard.id }, body: { price: 30, answer: 'Hedge Lane 1' } })
})

test('when the last one is gone, the answer is kept and the reason stays beside the reward', async () => {
  const { asked } = await open(overview, {
    'POST /api/berries/rewards/{id}/redeem': () => {
      throw new Refusal('out-of-stock')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Redeem Postcard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem “Postcard”?' })
  const answer = within(dialog).getByLabelText('Where should we send it?')
  await userEvent.type(answer, 'Hedge Lane 1')
  const confirm = within(dialog).getByRole('button', { name: 'Redeem for 30 berries' })
  await userEvent.click(confirm)
  await within(dialog).findByText('This reward is out of stock.')
  expect(answer).toHaveProperty('value', 'Hedge Lane 1')
  // A retry is the same request.
  await userEvent.click(confirm)
  await expect.poll(() => asked('POST /api/berries/rewards/{id}/redeem').length).toBe(2)
  const requests = asked('POST /api/berries/rewards/{id}/redeem').map(({ input }) => JSON.stringify(input))
  expect(new Set(requests).size).toBe(1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  const card = screen.getByRole('heading', { name: 'Postcard' }).closest('li')
  expect(card?.textContent).toContain('This reward is out of stock.')
})

test('redeemed rewards show their state and the answer of the site', async () => {
  const redemptions: Redemption[] = [{ ...redeemed, state: 'refunded', note: 'The printer broke.' }]
  await open({ ...overview, redemptions })
  const section = screen.getByRole('region', { name: 'Your rewards' })
  within(section).getByText('Refunded')
  expect(section.textContent).toContain('The printer broke.')
})

test('leaving the leaderboard is undone on screen when it fails', async () => {
  const { asked } = await open(overview, {
    'PUT /api/berries/listed': () => {
      throw new Refusal('unavailable')
    },
  })
  const choice = screen.getByRole('switch', { name: 'Show me on the leaderboard' })
  expect(choice.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(choice)
  await expect.poll(() => asked('PUT /api/berries/listed').length).toBe(1)
  await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true')
})

type HistoryItem = Omit<LedgerItem, 'id'> & { id: string }
const entry: HistoryItem = {
  id: '1',
  kind: 'read',
  amount: 1,
  balance: 40,
  at: redeemed.at,
  story: null,
  reward: null,
  note: '',
}
const hedge = { slug: 'hedge', title: 'The hedge', language: 'en' }

async function openHistory(items: HistoryItem[]) {
  await open({ kind: 'history', basket, page: { items, next: null }, first: true })
  return within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')
}

test('the history shows the reason, the amount and the balance afterwards', async () => {
  const [first, second] = await openHistory([
    { ...entry, id: '2', kind: 'redemption', amount: -30, balance: 10, reward: 'Postcard' },
    { ...entry, story: hedge },
  ])
  expect(first?.textContent).toContain('Redeemed Postcard')
  expect(first?.textContent).toContain('−30')
  expect(first?.textContent).toContain('10 berries')
  expect(second?.textContent).toContain('Finished reading The hedge')
})

test('each kind of entry in the history names its subject and its note', async () => {
  const rows: [Partial<HistoryItem>, string][] = [
    [{ kind: 'gift' }, 'Gift for a story that is no longer available'],
    [{ kind: 'gift-received', story: hedge }, 'Gift from a reader for The hedge'],
    [{ kind: 'undo', story: hedge }, 'Took back a gift for The hedge'],
    [{ kind: 'refund', reward: 'Stickers', note: 'Sold out.' }, 'Refund for StickersSold out.'],
    [{ kind: 'refund', story: hedge }, 'Refund for a gift for The hedge'],
    [{ kind: 'streak' }, 'Reading streak'],
    [{ kind: 'correction', note: 'Counted twice.' }, 'Correction by the siteCounted twice.'],
    [{ kind: 'correction', story: hedge, note: 'A script.' }, 'Correction by the site for The hedgeA script.'],
  ]
  const shown = await openHistory(rows.map(([item], index) => ({ ...entry, ...item, id: String(index) })))
  const texts = shown.map((item) => item.textContent)
  for (const [index, [, text]] of rows.entries()) expect(texts[index]).toContain(text)
})

test('a new person is told how to give berries', async () => {
  await open({ kind: 'given', basket: { ...basket, balance: 0 }, page: { items: [], next: null }, first: true })
  screen.getByText('No gifts yet')
  expect(screen.getByRole('heading', { level: 1 }).closest('header')?.textContent).toContain('pick your first berry')
})

const gift: BerryGift = { id: 'g1', amount: 5, state: 'pending', at: redeemed.at, story: hedge, person: ben }

test('a pending gift can be undone in the list, which then shows the new state', async () => {
  const data = { kind: 'given', basket, page: { items: [gift], next: null }, first: true }
  const { asked } = await open(data, {
    'POST /api/berries/gifts/{id}/undo': () => {
      data.page = { items: [{ ...gift, state: 'undone' }], next: null }
      return { balance: 45 }
    },
  })
  const list = screen.getByRole('region', { name: 'Gifts given' })
  await userEvent.click(within(list).getByRole('button', { name: 'Undo' }))
  await within(list).findByText(/Undone/)
  expect(asked('POST /api/berries/gifts/{id}/undo')[0]?.input).toEqual({ params: { id: 'g1' } })
  await expect.poll(() => document.activeElement?.textContent).toContain('To Ben')
})

test('after ten seconds a gift in the list cannot be undone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await open({ kind: 'given', basket, page: { items: [gift], next: null }, first: true })
  screen.getByRole('button', { name: 'Undo' })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a gift that came back says so, and to whom it was given', async () => {
  const items = [{ ...gift, state: 'returned' as const, person: null }]
  await open({ kind: 'given', basket, page: { items, next: null }, first: true })
  const list = screen.getByRole('region', { name: 'Gifts given' })
  expect(list.textContent).toContain('To a deleted or disabled account for The hedge')
  within(list).getByText(/Returned/)
})
