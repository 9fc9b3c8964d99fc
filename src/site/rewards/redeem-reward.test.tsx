import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Reward } from '#contract/rewards/rewards.ts'
import { usePageData } from '#site/page.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { RedeemReward } from './redeem-reward.tsx'

const postcard: Reward = {
  id: 'P'.repeat(20),
  kind: 'other',
  name: 'Postcard',
  description: '',
  icon: 'mail',
  price: 30,
  stock: 4,
  perPerson: null,
  question: '',
}
type Data = { rewards: Reward[]; balance: number; redeemed: number }
const reply = { redemption: { state: 'to-fulfil' }, balance: 10 }

function Page() {
  const { rewards, ...person } = usePageData<() => Promise<Data>>()
  return (
    <>
      {rewards.map((reward) => (
        <RedeemReward key={reward.id} reward={reward} {...person} />
      ))}
      <ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />
    </>
  )
}

type Body = Record<string, unknown>

/** `answer` may change the data of the page, which is loaded again after a refusal. */
async function open(answer: (body: Body, data: Data) => unknown, start: Partial<Data> = {}) {
  const data: Data = { rewards: [postcard], balance: 40, redeemed: 0, ...start }
  const bodies: Body[] = []
  const { api } = fakeApi({
    'POST /api/berries/rewards/{id}/redeem': ({ body = {} }) => {
      bodies.push(body)
      return answer(body, data)
    },
  })
  await renderPage(Page, { api, data, viewer: aViewer })
  return { bodies }
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Redeem Postcard' }))
  return screen.findByRole('dialog', { name: 'Redeem “Postcard”?' })
}

const confirm = async (dialog: HTMLElement, price = 30) =>
  userEvent.click(within(dialog).getByRole('button', { name: `Redeem for ${price} berries` }))

const cancel = async (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))

test('a price that has changed is shown, and has to be confirmed', async () => {
  const { bodies } = await open(({ price }, data) => {
    if (price === 35) return reply
    data.rewards = [{ ...postcard, price: 35 }]
    throw new Refusal('wrong-state', { state: 'price-changed', price: 35, message: 'The price has changed.' })
  })
  const dialog = await openDialog()
  await confirm(dialog)
  await within(dialog).findByText('The price has changed.')
  await within(dialog).findByText('It costs 35 berries. You’ll have 5 berries left.')
  await confirm(dialog, 35)
  await screen.findByText('You redeemed Postcard')
  expect(bodies.map(({ price }) => price)).toEqual([30, 35])
})

test('after a lost response the next attempt is the same request, also from a new dialog', async () => {
  let lost = 1
  const { bodies } = await open(() => {
    if (lost-- > 0) throw new TypeError('Failed to fetch')
    return reply
  })
  const first = await openDialog()
  await confirm(first)
  await within(first).findByText(/We couldn’t reach the server/)
  await cancel(first)
  await confirm(await openDialog())
  await screen.findByText('You redeemed Postcard')
  // Redeeming once more is another request.
  await confirm(await openDialog())
  await expect.poll(() => bodies.length).toBe(3)
  const [one, two, three] = bodies.map(({ request }) => request)
  expect(two).toBe(one)
  expect(three).not.toBe(one)
})

test('an answer that comes after the dialog was closed is a toast', async () => {
  const answers = [deferred(), deferred()]
  let next = 0
  const { bodies } = await open(() => answers[next++]?.promise)
  const first = await openDialog()
  await confirm(first)
  await cancel(first)
  answers[0]?.reject(new Refusal('not-enough-berries'))
  await screen.findByRole('alertdialog', { name: 'Couldn’t redeem Postcard' })
  const second = await openDialog()
  await confirm(second)
  await cancel(second)
  answers[1]?.resolve(reply)
  await screen.findByText('You redeemed Postcard')
  expect(bodies).toHaveLength(2)
})

test('a reward that was archived meanwhile disappears with a reason', async () => {
  await open((_body, data) => {
    data.rewards = []
    throw new Refusal('not-found')
  })
  await confirm(await openDialog())
  const toast = await screen.findByRole('alertdialog', { name: 'Couldn’t redeem Postcard' })
  within(toast).getByText('This reward is no longer offered.')
  await expect.poll(() => screen.queryByRole('dialog', { name: /^Redeem/ })).toBeNull()
  // React renders what the reload brought a little later.
  await expect.poll(() => screen.queryByRole('button', { name: 'Redeem Postcard' })).toBeNull()
})

test('a question that was added meanwhile is asked', async () => {
  await open((_body, data) => {
    data.rewards = [{ ...postcard, question: 'Where to?' }]
    throw new Refusal('invalid', { issues: [{ path: ['body', 'answer'], message: 'Answer the question.' }] })
  })
  const dialog = await openDialog()
  await confirm(dialog)
  const field = await within(dialog).findByLabelText('Where to?')
  await within(dialog).findByText('Answer the question.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('after the last one was redeemed, the focus stays at the reward', async () => {
  await open((_body, data) => {
    data.rewards = [{ ...postcard, stock: 0 }]
    return reply
  })
  await confirm(await openDialog())
  await expect.poll(() => screen.queryByRole('button', { name: 'Redeem Postcard' })).toBeNull()
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Postcard')
})

test('a limit that was reached says how often', async () => {
  await open(() => reply, { rewards: [{ ...postcard, perPerson: 3 }], redeemed: 3 })
  screen.getByText('You’ve redeemed this 3 times, the limit for each person.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('months that wait for the end of a membership say so, before and after', async () => {
  const month = { ...postcard, kind: 'membership' as const }
  await open(() => ({ redemption: { state: 'fulfilled' }, balance: 10, waits: true }), { rewards: [month] })
  const dialog = await openDialog()
  expect(dialog.textContent).toContain('If you have a membership that renews, it starts when that ends.')
  await confirm(dialog)
  await screen.findByText('It starts when your membership ends.')
})
