import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CreatorBalance } from '#contract/earnings/earnings-admin.ts'
import { Refusal } from '#contract/errors.ts'
import { type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import { RecordPayout } from './record-payout.tsx'

const creator: CreatorBalance = {
  id: 'c',
  person: { id: 'A'.repeat(20), handle: 'ada', name: 'Ada Quill' },
  erased: false,
  currency: 'eur',
  earned: 1500,
  paid: 500,
  owed: 1000,
}

const DIALOG = { name: 'Record a payout to Ada Quill' }
const PATH = 'POST /api/admin/earnings/payouts'

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Record payout to Ada Quill' }))
  return within(await screen.findByRole('dialog', DIALOG))
}

async function open(answers: Answers) {
  const fake = fakeApi(answers)
  const Row = () => (
    <>
      <RecordPayout creator={creator} />
      <ToastHost timeoutMs={60_000} closeLabel="Close message" />
    </>
  )
  await renderPage(Row, { api: fake.api })
  const dialog = await openDialog()
  const fill = async (amount: string) => {
    const field = dialog.getByLabelText('Amount in EUR')
    await userEvent.clear(field)
    await userEvent.type(field, amount)
  }
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Record payout' }))
  await userEvent.type(dialog.getByLabelText('Reference'), 'Transfer 17')
  return { ...fake, dialog, fill, submit }
}

test('an amount is sent in the smallest unit, and a repeated submission has the same request', async () => {
  let failures = 1
  const { asked, fill, submit, dialog } = await open({
    [PATH]: () => {
      if (failures-- > 0) throw new Refusal('unavailable')
      return {}
    },
  })
  await fill('7,50')
  await submit()
  await dialog.findByText(/unavailable right now/)
  await submit()
  await expect.poll(() => asked(PATH)).toHaveLength(2)
  const [first, second] = asked(PATH).map(({ input }) => input)
  expect(first).toMatchObject({
    body: { person: creator.person.id, amount: 750, currency: 'eur', reference: 'Transfer 17' },
  })
  expect(second).toEqual(first)
  await expect.poll(() => screen.queryByRole('dialog', DIALOG)).toBeNull()
})

test('the request stays the same when the dialog is opened again after a lost response', async () => {
  const answers = [new TypeError('fetch failed'), null, null]
  const { asked, submit } = await open({
    [PATH]: () => {
      const problem = answers.shift()
      if (problem) throw problem
      return {}
    },
  })
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  for (const reference of ['Transfer 17', 'Transfer 18']) {
    const dialog = await openDialog()
    await userEvent.type(dialog.getByLabelText('Reference'), reference)
    await userEvent.click(dialog.getByRole('button', { name: 'Record payout' }))
    await waitFor(() => expect(screen.queryByRole('dialog', DIALOG)).toBeNull())
  }
  const [lost, again, next] = asked(PATH).map(({ input }) => (input as { body: { request: string } }).body.request)
  expect(again).toBe(lost)
  expect(next).not.toBe(lost)
})

test('a request that recorded another payout closes the dialog and says so', async () => {
  const { asked, submit } = await open({
    [PATH]: () => {
      throw new Refusal('invalid', {
        issues: [{ path: ['body', 'request'], message: 'This request was used before.' }],
      })
    },
  })
  await submit()
  await screen.findByText(/Your earlier payout is recorded/)
  await waitFor(() => expect(screen.queryByRole('dialog', DIALOG)).toBeNull())
  expect(asked(PATH)).toHaveLength(1)
})

test('what the server refuses is shown at its field', async () => {
  const { submit, dialog } = await open({
    [PATH]: () => {
      throw new Refusal('invalid', {
        issues: [
          { path: ['body', 'reference'], message: 'Enter a reference.' },
          { path: ['body', 'paidOn'], message: 'Enter a date that is not in the future.' },
        ],
      })
    },
  })
  await submit()
  await dialog.findByText('Enter a reference.')
  await dialog.findByText('Enter a date that is not in the future.')
  expect(dialog.getByLabelText('Reference').getAttribute('aria-invalid')).toBe('true')
})

test('more than is owed is refused at the field, also when another admin has paid meanwhile', async () => {
  const { asked, fill, submit, dialog } = await open({
    [PATH]: () => {
      throw new Refusal('payout-exceeds-owed', { owed: 200 })
    },
  })
  await fill('10.01')
  await submit()
  await dialog.findByText('Enter at most €10.00, which is owed.')
  await fill('ten')
  await submit()
  await dialog.findByText('Enter an amount such as 10.00.')
  expect(asked(PATH)).toEqual([])
  await fill('10')
  await submit()
  await dialog.findByText('Another payout was recorded. €2.00 is still owed.')
})
