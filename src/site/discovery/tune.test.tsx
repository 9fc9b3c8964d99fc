import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import { Tune } from './tune.tsx'

const usual = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }
const PUT = 'PUT /api/for-you/weights'

async function opened(answers: Answers) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <Tune weights={usual} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  const router = await renderPage(Page, { api: fake.api, viewer: aViewer })
  await userEvent.click(screen.getByRole('button', { name: /Tune/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tune For you' }))
  const amount = (group: string, name: string) =>
    within(dialog.getByRole('group', { name: group })).getByRole<HTMLInputElement>('radio', { name })
  return { ...fake, router, dialog, amount }
}

test('a change shows at once; one question at a time, and the last wish wins', async () => {
  const waiting: (() => void)[] = []
  const { asked, amount } = await opened({ [PUT]: () => new Promise<void>((resolve) => waiting.push(resolve)) })
  expect(amount('People', 'Usual').checked).toBe(true)
  await userEvent.click(amount('People', 'More'))
  await userEvent.click(amount('People', 'Less'))
  await userEvent.click(amount('Popular', 'None'))
  expect(amount('People', 'Less').checked).toBe(true)
  expect(asked(PUT)).toHaveLength(1)
  waiting.shift()?.()
  await waitFor(() => expect(asked(PUT)).toHaveLength(2))
  waiting.shift()?.()
  expect(asked(PUT).map(({ input }) => input)).toEqual([
    { body: { ...usual, people: 3 } },
    { body: { ...usual, people: 1, trending: 0 } },
  ])
})

test('the list is asked for anew when the dialog closes, and only when something was changed', async () => {
  const { router, dialog } = await opened({ [PUT]: () => ({}) })
  const before = router.state.location.key
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.key).toBe(before)
  await userEvent.click(screen.getByRole('button', { name: /Tune/ }))
  await userEvent.click(await screen.findByRole('switch', { name: /Newest first/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(router.state.location.key).not.toBe(before))
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByText('Every story, the newest first')).toBeTruthy()
})

test('what is refused goes back to how it was, and is said', async () => {
  const { amount, router } = await opened({
    [PUT]: () => {
      throw new Error('no')
    },
  })
  const before = router.state.location.key
  await userEvent.click(amount('Topics', 'None'))
  await waitFor(() => expect(amount('Topics', 'Usual').checked).toBe(true))
  expect((await screen.findAllByText('For you stays as it was')).length).toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  expect(router.state.location.key).toBe(before)
})

test('while it is the newest first, nothing else can be chosen', async () => {
  const { dialog, amount } = await opened({ [PUT]: () => ({}) })
  await userEvent.click(dialog.getByRole('switch', { name: /Newest first/ }))
  expect(amount('Your reading', 'More').matches(':disabled')).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'As usual' }))
  expect(amount('Your reading', 'More').matches(':disabled')).toBe(false)
})
