import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { aStoryCard } from '#test/story-cards.ts'
import { SaveButton } from './save-button.tsx'

// Loaded lazily, which can exceed the query timeout on a busy machine.
beforeAll(() => Promise.all([import('./toggle-save.ts'), import('#site/ui/toaster.tsx')]), 60_000)
afterEach(cleanup)

const PUT = 'PUT /api/stories/{ref}/bookmark'
const DELETE = 'DELETE /api/stories/{ref}/bookmark'
const PUT_IN_LIST = 'PUT /api/lists/{list}/stories/{ref}'

let opened = 0

async function open(answers: Answers, given: { saved?: boolean; viewer?: typeof aViewer | null } = {}) {
  const { saved = false, viewer = aViewer } = given
  const fake = fakeApi(answers)
  // A new story each time, because the store outlives a test.
  const story = aStoryCard('The hedge', { id: `story-${(opened += 1)}`, saved })
  const Page = () => (
    <>
      <SaveButton story={story} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  await renderPage(Page, { api: fake.api, viewer, path: '/tag/hedges?before=3' })
  return { ...fake, story }
}
const button = () => screen.getByRole('button', { name: 'Save “The hedge”' })
const pressed = () => button().getAttribute('aria-pressed')
const toasted = (text: string) => screen.findAllByText(text, {}, { timeout: 15_000 })

test('a story is shown as saved at once; a refusal is undone and reported', async () => {
  const answer = deferred<object>()
  await open({ [PUT]: () => answer.promise })
  await userEvent.click(button())
  expect(pressed()).toBe('true')
  answer.reject(new Refusal('too-many-requests'))
  await toasted('Couldn’t save story')
  expect(pressed()).toBe('false')
})

test('Undo puts a story back into every list it was in, with its notes', async () => {
  const from = [
    { list: 'list1', note: 'For the train' },
    { list: 'list2', note: '' },
  ]
  const { asked, story } = await open({ [DELETE]: () => ({ from }), [PUT_IN_LIST]: () => ({}) }, { saved: true })
  await userEvent.click(button())
  expect(pressed()).toBe('false')
  await toasted('Removed from saved')
  await userEvent.click(screen.getByText('Undo'))
  expect(pressed()).toBe('true')
  await waitFor(() =>
    expect(asked(PUT_IN_LIST).map(({ input }) => input)).toEqual([
      { params: { list: 'list1', ref: story.id }, body: { note: 'For the train' } },
      { params: { list: 'list2', ref: story.id }, body: { note: '' } },
    ]),
  )
})

test('the last of several quick clicks wins, one request at a time', async () => {
  const answer = deferred<object>()
  const { asked } = await open({ [PUT]: () => answer.promise, [DELETE]: () => ({ from: [] }) })
  await userEvent.click(button())
  await waitFor(() => expect(asked(PUT)).toHaveLength(1))
  await userEvent.click(button())
  expect(asked(DELETE)).toEqual([])
  answer.resolve({})
  await waitFor(() => expect(asked(DELETE)).toHaveLength(1))
  expect(pressed()).toBe('false')
})

test('a removal that fails after the save is reported as such', async () => {
  const answer = deferred<object>()
  const removed = () => Promise.reject(new Refusal('too-many-requests'))
  const { asked } = await open({ [PUT]: () => answer.promise, [DELETE]: removed })
  await userEvent.click(button())
  await waitFor(() => expect(asked(PUT)).toHaveLength(1))
  await userEvent.click(button())
  expect(pressed()).toBe('false')
  answer.resolve({})
  await toasted('Couldn’t remove bookmark')
  expect(pressed()).toBe('true')
})

test('a visitor gets a link to sign in that leads back', async () => {
  await open({}, { viewer: null })
  const link = screen.getByRole('link', { name: 'Sign in to save this story' })
  expect(link.getAttribute('href')).toBe('/auth/newauth?next=%2Ftag%2Fhedges%3Fbefore%3D3')
})
