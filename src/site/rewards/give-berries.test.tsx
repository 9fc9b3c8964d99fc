import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { deferred } from '#test/deferred.ts'
import { GiveBerries } from './give-berries.tsx'

const author = { id: 'author1', handle: 'maren', name: 'Maren Holt', about: '', avatar: null }
const story = { id: 'S'.repeat(20), slug: 'the-hedge', author, coAuthors: [] }

function Page() {
  return (
    <>
      <GiveBerries story={story} />
      <ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />
    </>
  )
}

const gift = { gift: 'G'.repeat(20), amount: 10, balance: 15, undoUntil: '2026-11-18T10:00:10.000Z' }

async function open(answers: Answers, viewer: Viewer | null = aViewer) {
  const fake = fakeApi({ 'GET /api/berries': () => ({ balance: 20 }), ...answers })
  await renderPage(Page, { api: fake.api, viewer })
  return fake
}

async function openForm() {
  await userEvent.click(screen.getByRole('button', { name: 'Give berries' }))
  const popover = await screen.findByRole('dialog', { name: 'Give berries' })
  await within(popover).findByText('You have 20 berries.')
  return popover
}

test('a visitor is sent to sign in and back to the story', async () => {
  await open({}, null)
  const link = screen.getByRole('link', { name: 'Give berries' })
  expect(link.getAttribute('href')).toContain(encodeURIComponent('/story/the-hedge'))
})

test('an author has no button on their own story', async () => {
  await open({}, { ...aViewer, id: author.id })
  expect(screen.queryByRole('button', { name: 'Give berries' })).toBeNull()
})

test('a double click gives once, and Undo takes the berries back', async () => {
  const { asked } = await open({
    'POST /api/stories/{ref}/berries': () => gift,
    'POST /api/berries/gifts/{id}/undo': () => ({ balance: 20 }),
  })
  const popover = await openForm()
  await userEvent.click(within(popover).getByRole('radio', { name: '10 berries' }))
  await userEvent.dblClick(within(popover).getByRole('button', { name: 'Give 10 berries' }))
  await screen.findByText('You gave 10 berries to Maren Holt.')
  expect(asked('POST /api/stories/{ref}/berries')).toHaveLength(1)
  expect(asked('POST /api/stories/{ref}/berries')[0]?.input).toMatchObject({ body: { amount: 10 } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('You took back 10 berries.')
  expect(asked('POST /api/berries/gifts/{id}/undo')[0]?.input).toEqual({ params: { id: gift.gift } })
})

test('an amount above the balance is refused in place, without a request', async () => {
  const { asked } = await open({})
  const popover = await openForm()
  const amount = within(popover).getByRole('spinbutton', { name: 'Another amount' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '21')
  // The browser would refuse to submit.
  amount.closest('form')?.setAttribute('novalidate', '')
  await userEvent.click(within(popover).getByRole('button', { name: 'Give berries' }))
  await within(popover).findByText('Enter a number from 1 to 20.')
  expect(asked('POST /api/stories/{ref}/berries')).toHaveLength(0)
})

test('a refusal of the server is told in place', async () => {
  await open({
    'POST /api/stories/{ref}/berries': () => {
      throw new Refusal('gift-refused')
    },
  })
  const popover = await openForm()
  await userEvent.click(within(popover).getByRole('button', { name: 'Give 5 berries' }))
  expect(
    (await within(popover).findByText('You can’t give berries on this story.')).closest('[role=alert]'),
  ).not.toBeNull()
})

test('a person without berries is told how to earn them', async () => {
  await open({ 'GET /api/berries': () => ({ balance: 0 }) })
  await userEvent.click(screen.getByRole('button', { name: 'Give berries' }))
  await screen.findByText(/You have no berries\./)
  expect(screen.getByRole('link', { name: 'Open your berry basket' }).getAttribute('href')).toBe('/berrybasket')
})

test('after a lost response the next attempt is the same request, and says what was given', async () => {
  let lost = 1
  const { asked } = await open({
    'POST /api/stories/{ref}/berries': () => {
      if (lost-- > 0) throw new TypeError('Failed to fetch')
      return { ...gift, amount: 5 }
    },
  })
  const first = await openForm()
  await userEvent.click(within(first).getByRole('button', { name: 'Give 5 berries' }))
  await within(first).findByText(/We couldn’t reach the server/)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const second = await openForm()
  await userEvent.click(within(second).getByRole('radio', { name: '10 berries' }))
  await userEvent.click(within(second).getByRole('button', { name: 'Give 10 berries' }))
  await screen.findByText('You gave 5 berries to Maren Holt.')
  const [one, two] = asked('POST /api/stories/{ref}/berries').map(({ input }) => input)
  expect(two).toMatchObject({ body: { request: Object(one).body.request } })
})

test('an answer that comes after the form was closed is a toast', async () => {
  const answer = deferred()
  const { asked } = await open({ 'POST /api/stories/{ref}/berries': () => answer.promise })
  const popover = await openForm()
  await userEvent.click(within(popover).getByRole('button', { name: 'Give 5 berries' }))
  await userEvent.keyboard('{Escape}')
  answer.reject(new Refusal('not-enough-berries'))
  await screen.findByRole('alertdialog', { name: 'Couldn’t give berries' })
  expect(asked('POST /api/stories/{ref}/berries')).toHaveLength(1)
})

test('a person whose berries were spent meanwhile is told how to earn them', async () => {
  let balance = 20
  await open({
    'GET /api/berries': () => ({ balance }),
    'POST /api/stories/{ref}/berries': () => {
      balance = 0
      throw new Refusal('not-enough-berries')
    },
  })
  const popover = await openForm()
  await userEvent.click(within(popover).getByRole('button', { name: 'Give 5 berries' }))
  await within(popover).findByText(/You have no berries\./)
  expect(within(popover).queryByRole('spinbutton')).toBeNull()
})
