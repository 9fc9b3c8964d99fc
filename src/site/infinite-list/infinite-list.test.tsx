import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '#test/deferred.ts'
import { fakeApi, renderPage } from '#test/render-page.tsx'
import { InfiniteList } from './infinite-list.tsx'

type Item = { id: string }

const PAGE_SIZE = 3
const words = { one: 'story', many: 'stories', next: 'Older stories', first: 'Back to the newest' }

/** Observers of elements that have not come near the viewport yet. */
const observing = new Set<() => void>()
class FakeObserver {
  readonly near: () => void
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.near = () => tell([{ isIntersecting: true }])
  }
  observe() {
    observing.add(this.near)
  }
  disconnect() {
    observing.delete(this.near)
  }
}
const scrollToEnd = () =>
  act(async () => {
    for (const near of observing) near()
  })

const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeEach(() => {
  observing.clear()
  fetched.mockReset()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  vi.stubGlobal('PerformanceNavigationTiming', Object)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

const itemsFrom = (start: number, total: number): Item[] =>
  Array.from({ length: Math.min(PAGE_SIZE, total - start) }, (_, n) => ({ id: `Item ${start + n + 1}` }))

/** The payload of the page after that many items. */
function payload(before: number, total: number, repeated: Item[] = []) {
  const next = before + PAGE_SIZE < total ? String(before + PAGE_SIZE) : null
  const page = { items: [...repeated, ...itemsFrom(before, total)], next }
  return Response.json({ loaderData: { '0-1': { page } } })
}

const beforeIn = (address: string) => Number(new URL(address, 'http://localhost').searchParams.get('before'))

let opened = 0

async function openList(total: number) {
  fetched.mockImplementation(async (address) => payload(beforeIn(address), total))
  // A new path each time: a list is restored when its path is opened again.
  const path = `/list-${(opened += 1)}`
  const page = { items: itemsFrom(0, total), next: String(PAGE_SIZE) }
  const List = () => (
    <InfiniteList
      page={page}
      first={null}
      pathOf={(before) => `${path}?before=${before}`}
      words={words}
      skeleton={<p>Skeleton</p>}
    >
      {(items) => items.map(({ id }) => <article key={id}>{id}</article>)}
    </InfiniteList>
  )
  await renderPage(List, { api: fakeApi({}).api, path })
}

const shown = () => [...document.querySelectorAll('article')].map((item) => item.textContent)
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Item ${n + 1}`)
const shows = (count: number) => waitFor(() => expect(shown()).toEqual(numbered(count)))
const link = (name: string) => screen.getByRole('link', { name })

test('loads the next page when its end comes near, and announces how many items were added', async () => {
  await openList(8)
  expect(fetched).not.toHaveBeenCalled()
  await scrollToEnd()
  await shows(6)
  expect(screen.getByRole('status').textContent).toBe('Loaded 3 more stories, 6 in total.')
  await scrollToEnd()
  await shows(8)
  expect(screen.getByRole('status').textContent).toBe('Loaded 2 more stories, 8 in total. End of the list.')
  expect(screen.queryByRole('link')).toBeNull()
  expect(observing.size).toBe(0)
})

test('shows an item once, even if it repeats on a later page', async () => {
  await openList(6)
  fetched.mockImplementation(async (address) => payload(beforeIn(address), 6, [{ id: 'Item 3' }, { id: 'Item 1' }]))
  await scrollToEnd()
  await waitFor(() => expect(shown()).toEqual(numbered(6)))
})

test('shows a skeleton while a page loads', async () => {
  await openList(6)
  const { promise, resolve } = deferred<Response>()
  fetched.mockReturnValue(promise)
  await scrollToEnd()
  screen.getByText('Skeleton')
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  resolve(payload(3, 6))
  await shows(6)
  expect(screen.queryByText('Skeleton')).toBeNull()
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})

test('reports a page that failed to load, and retries only on request', async () => {
  await openList(6)
  // Not a server response, so there is no automatic retry.
  fetched.mockImplementation(async () => new Response('', { status: 404 }))
  await scrollToEnd()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('couldn’t load more stories'))
  expect(observing.size).toBe(0)
  fetched.mockImplementation(async (address) => payload(beforeIn(address), 6))
  await userEvent.click(link('Try again'))
  await shows(6)
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('shows a button after ten automatic pages, so that the footer can be reached, and then continues', async () => {
  await openList(PAGE_SIZE * 13)
  for (let pages = 2; pages <= 11; pages++) {
    await scrollToEnd()
    await shows(pages * PAGE_SIZE)
  }
  expect(observing.size).toBe(0)
  await userEvent.click(link('Show more stories'))
  await shows(12 * PAGE_SIZE)
  link('Older stories')
  await scrollToEnd()
  await shows(13 * PAGE_SIZE)
})

test('loads nothing automatically for visitors who save data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  await openList(6)
  expect(observing.size).toBe(0)
  await userEvent.click(link('Older stories'))
  await shows(6)
})
