import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ReadingList } from '#contract/bookmarks.ts'
import { Refusal } from '#contract/errors.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { aStoryCard } from '#test/story-cards.ts'
import BookmarksPage from './bookmarks-page.tsx'

// Loaded lazily, which can exceed the query timeout on a busy machine.
beforeAll(() => import('#site/ui/toaster.tsx'), 60_000)
beforeEach(() => {
  // Missing in jsdom.
  vi.stubGlobal('PerformanceNavigationTiming', Object)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const PLACE = 'POST /api/lists/{list}/stories/{ref}/place'
const PUT = 'PUT /api/lists/{list}/stories/{ref}'
const DELETE = 'DELETE /api/lists/{list}/stories/{ref}'
const BULK = 'POST /api/lists/{list}/bulk'

const aList = (id: string, name: string, stories: number): ReadingList => ({
  id,
  name,
  description: '',
  public: false,
  first: id === 'list1',
  stories,
  updatedAt: '2026-01-02T10:00:00.000Z',
})
const lists = [aList('list1', 'Saved', 3), aList('list2', 'For the train', 0)]

async function open(answers: Answers) {
  const fake = fakeApi(answers)
  const items = ['One', 'Two', 'Three'].map((title) => {
    const story = aStoryCard(title)
    return { id: story.id, story, note: title === 'Two' ? 'A note' : '', addedAt: '2026-01-02T10:00:00.000Z' }
  })
  const Page = () => (
    <>
      <BookmarksPage />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  const data = { lists, chosen: 'list1', page: { items, next: null }, first: true }
  await renderPage(Page, { api: fake.api, data, viewer: aViewer, path: '/user/bookmarks' })
  return fake
}
// By label and tag: role queries are slow on a page with this many buttons.
const rows = () => [...document.querySelectorAll('h3')].map((heading) => heading.textContent)
const button = (name: string) => screen.getByLabelText(name)
const toasted = (text: string) => screen.findAllByText(text, {}, { timeout: 15_000 })
const refuse = () => {
  throw new Refusal('too-many-requests')
}

test('a story is moved with the arrow keys, which announces its position, and dropped with Enter', async () => {
  const { asked } = await open({ [PLACE]: () => ({}) })
  button('Move “One”').focus()
  await userEvent.keyboard('{Enter}')
  screen.getByText(/^One grabbed, 1 of 3/)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(rows()).toEqual(['Two', 'Three', 'One'])
  screen.getByText('One: 3 of 3')
  expect(asked(PLACE)).toEqual([])
  await userEvent.keyboard('{Enter}')
  screen.getByText('One dropped at 3 of 3.')
  expect(asked(PLACE)).toEqual([
    { key: PLACE, input: { params: { list: 'list1', ref: 'one' }, body: { after: 'three' } } },
  ])
})

test('Escape cancels a move without a request', async () => {
  const { asked } = await open({})
  button('Move “Three”').focus()
  await userEvent.keyboard('{Enter}{Home}')
  expect(rows()).toEqual(['Three', 'One', 'Two'])
  await userEvent.keyboard('{Escape}')
  expect(rows()).toEqual(['One', 'Two', 'Three'])
  screen.getByText('Three returned to 3 of 3.')
  expect(asked(PLACE)).toEqual([])
})

test('the buttons move a story by one; a refused move is undone and reported', async () => {
  const answer = deferred<object>()
  const { asked } = await open({ [PLACE]: () => answer.promise })
  await userEvent.click(button('Move “Two” up'))
  expect(rows()).toEqual(['Two', 'One', 'Three'])
  expect(asked(PLACE)[0]?.input).toMatchObject({ body: { after: null } })
  answer.reject(new Refusal('too-many-requests'))
  await toasted('Change not saved')
  expect(rows()).toEqual(['One', 'Two', 'Three'])
})

test('a removed story passes the focus on, and Undo puts it back in its place with its note', async () => {
  const { asked } = await open({ [DELETE]: () => ({ saved: false }), [PUT]: () => ({}), [PLACE]: () => ({}) })
  await userEvent.click(button('Remove “Two”'))
  expect(rows()).toEqual(['One', 'Three'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove “Three”')
  await toasted('Removed from Saved')
  await userEvent.click(screen.getByText('Undo'))
  expect(rows()).toEqual(['One', 'Two', 'Three'])
  await waitFor(() => expect(asked(PLACE)).toHaveLength(1))
  expect(asked(PUT)[0]?.input).toMatchObject({ body: { note: 'A note' } })
  expect(asked(PLACE)[0]?.input).toMatchObject({ body: { after: 'one' } })
})

test('selected stories are moved to another list; a failed change is reverted', async () => {
  const { asked } = await open({ [BULK]: refuse })
  await userEvent.click(screen.getByText('Select stories'))
  for (const title of ['One', 'Three']) await userEvent.click(button(`Select “${title}”`))
  await userEvent.click(screen.getByText('Move to'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'For the train' }))
  await toasted('Change not saved')
  expect(rows()).toEqual(['One', 'Two', 'Three'])
  expect(asked(BULK)).toEqual([
    { key: BULK, input: { params: { list: 'list1' }, body: { do: 'move', to: 'list2', stories: ['one', 'three'] } } },
  ])
})

test('after a drag the next key press on a handle works', async () => {
  // jsdom has neither pointer capture nor layout: each row is 100 pixels high.
  Object.assign(Element.prototype, { setPointerCapture: () => {}, hasPointerCapture: () => true })
  const rowsOf = () => [...document.querySelectorAll('[data-row]')]
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, rowsOf().indexOf(this) * 100, 100, 100)
  })
  const { asked } = await open({ [PLACE]: () => ({}) })
  // The row moves away below the pointer, so that no click follows.
  fireEvent.pointerDown(button('Move “One”'), { button: 0, clientY: 50 })
  fireEvent.pointerMove(button('Move “One”'), { clientY: 150 })
  fireEvent.pointerUp(button('Move “One”'), { clientY: 150 })
  expect(rows()).toEqual(['Two', 'One', 'Three'])
  expect(asked(PLACE)).toHaveLength(1)
  button('Move “Three”').focus()
  await userEvent.keyboard('{Enter}{Home}')
  expect(rows()).toEqual(['Three', 'Two', 'One'])
})
