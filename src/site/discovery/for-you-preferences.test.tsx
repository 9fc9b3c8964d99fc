import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import { ForYouPreferences } from './for-you-preferences.tsx'

const usual = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }
const PUT = 'PUT /api/for-you/weights'

async function opened(answers: Answers) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <ForYouPreferences weights={usual} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  const router = await renderPage(Page, { api: fake.api, viewer: aViewer })
  await userEvent.click(screen.getByRole('button', { name: 'Feed preferences' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Feed preferences' }))
  const amount = (group: string, name: string) =>
    within(dialog.getByRole('group', { name: group })).getByRole<HTMLInputElement>('radio', { name })
  return { ...fake, router, dialog, amount }
}

test('a change shows immediately; one request at a time, and the last change wins', async () => {
  const waiting: (() => void)[] = []
  const { asked, amount } = await opened({ [PUT]: () => new Promise<void>((resolve) => waiting.push(resolve)) })
  expect(amount('People', 'Normal').checked).toBe(true)
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

test('the list reloads when the dialog closes after a change', async () => {
  const { router, dialog } = await opened({ [PUT]: () => ({}) })
  const before = router.state.location.key
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.key).toBe(before)
  await userEvent.click(screen.getByRole('button', { name: 'Feed preferences' }))
  await userEvent.click(await screen.findByRole('switch', { name: /Newest first/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(router.state.location.key).not.toBe(before))
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByText('All stories, newest first')).toBeTruthy()
})

test('a failed change is reverted and reported', async () => {
  const { amount, router } = await opened({
    [PUT]: () => {
      throw new Error('no')
    },
  })
  const before = router.state.location.key
  await userEvent.click(amount('Topics', 'None'))
  await waitFor(() => expect(amount('Topics', 'Normal').checked).toBe(true))
  expect((await screen.findAllByText('Preferences not saved')).length).toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  expect(router.state.location.key).toBe(before)
})

test('newest first disables the other preferences', async () => {
  const { dialog, amount } = await opened({ [PUT]: () => ({}) })
  await userEvent.click(dialog.getByRole('switch', { name: /Newest first/ }))
  expect(amount('Your reading', 'More').matches(':disabled')).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Reset to default' }))
  expect(amount('Your reading', 'More').matches(':disabled')).toBe(false)
})
