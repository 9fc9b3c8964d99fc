import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '#test/event-source.ts'
import { aViewer, renderPage } from '#test/render-page.tsx'
import { ARTICLE_ID, fakeServer, paragraphs, someArticle } from '#test/writing.ts'
import EditStoryPage from '#site/articles/writing/edit-story-page.tsx'
import { memoryStore } from '#site/articles/writing/saving/memory-store.ts'
import { StoreContext } from '#site/articles/writing/use-saving.ts'

beforeEach(() => {
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
})
// Unmount to close the stream before the next test.
afterEach(cleanup)

async function edit(more: Parameters<typeof someArticle>[0] = {}) {
  const server = fakeServer(someArticle(more), { 'PUT /api/articles/{id}/presence': () => ({}) })
  const store = memoryStore(true)
  const openStore = async () => store
  const Page = () => (
    <StoreContext value={openStore}>
      <EditStoryPage />
    </StoreContext>
  )
  const data = { article: server.article, templates: [] }
  await renderPage(Page, { api: server.api, path: '/articles/edit', data, viewer: { ...aViewer, role: 'author' } })
  const text = await screen.findByRole('textbox', { name: 'Story' })
  return { server, text }
}

async function theStream() {
  await waitFor(() => expect(FakeEventSource.open()).toHaveLength(1))
  const [stream] = FakeEventSource.open()
  if (!stream) throw new Error('There is no stream')
  return stream
}

const person = (id: string, name: string) => ({ id, handle: id, name, about: '', avatar: null })

test('other editors are shown with avatar and name, announced when they join, and removed when they leave', async () => {
  const { server } = await edit()
  const stream = await theStream()
  const { searchParams } = stream.url
  expect(searchParams.get('edit')).toBe(ARTICLE_ID)
  expect(screen.queryByRole('button', { name: /also editing/ })).toBeNull()
  const come = (...people: object[]) => act(async () => stream.send('presence', { articleId: ARTICLE_ID, people }))
  await come(person('m', 'Maren Holt'))
  const one = screen.getByRole('button', { name: 'Maren Holt is also editing' })
  expect(one.title).toBe('Maren Holt is also editing')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Maren Holt is also editing')
  await userEvent.click(one)
  within(await screen.findByRole('dialog', { name: 'Also editing' })).getByText('Maren Holt')
  await come(person('m', 'Maren Holt'), person('b', 'Ben Ito'))
  screen.getByRole('button', { name: 'Maren Holt and Ben Ito are also editing', hidden: true })
  await come()
  expect(screen.queryByRole('button', { name: /also editing/, hidden: true })).toBeNull()

  await vi.advanceTimersByTimeAsync(5000)
  expect(server.asked('PUT /api/articles/{id}/presence')).toEqual([
    {
      key: 'PUT /api/articles/{id}/presence',
      input: { params: { id: ARTICLE_ID }, body: { client: searchParams.get('client') } },
    },
  ])
})

test('a change saved by another person appears in the open text', async () => {
  const { server, text } = await edit({ body: paragraphs('It was late.', 'It rained.') })
  const stream = await theStream()
  await userEvent.click(text)
  server.saveElsewhere({ body: paragraphs('It was late.', 'It rained in the hills.') })
  await act(async () => stream.send('draft', { articleId: ARTICLE_ID, version: 2 }))
  await waitFor(() => expect(text.textContent).toBe('It was late.It rained in the hills.'))
  expect(document.querySelector('[data-saving]')?.getAttribute('data-saving')).toBe('saved')
  expect(server.writes).toEqual([])
})

test('a viewer without edit permission is not announced', async () => {
  await edit({ may: { edit: false, feature: false, invite: false, review: false } })
  await vi.advanceTimersByTimeAsync(6000)
  expect(FakeEventSource.open()).toEqual([])
})
