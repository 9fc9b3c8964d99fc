import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aDeskItem } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import DeskPage from './desk-page.tsx'
import { parseDeskQuery } from './desk-query.ts'

const items = ['One', 'Two', 'Three', 'Four'].map((title) => aDeskItem(title))
const counts = { 'draft': 4, 'in-review': 0, 'scheduled': 0, 'published': 2, 'removed': 0, 'trashed': 1 }
const data = { items, next: null as string | null, counts, asked: parseDeskQuery({}, 'draft'), first: true }

async function open(answers: Answers = {}, more: Partial<typeof data> = {}) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <DeskPage />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  await renderPage(Page, { api: fake.api, path: '/articles', data: { ...data, ...more }, viewer: aViewer })
  return fake
}

const titles = () =>
  screen
    .queryAllByRole('heading', { level: 2 })
    .filter((heading) => heading.querySelector('a'))
    .map(({ textContent }) => textContent)
const choose = (title: string) => screen.getByRole('checkbox', { name: `Select ${title}` })
const bar = () => within(screen.getByRole('region', { name: 'Bulk actions' }))
const agreed = ({ body }: { body?: Record<string, unknown> }) =>
  [body?.['ids']].flat().map((id) => ({ id: String(id), refused: null }))

async function pick(title: string, action: string) {
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${title}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('every state, search and page has a URL', async () => {
  await open({}, { next: 'older', asked: parseDeskQuery({ q: 'a b', sort: 'title' }, 'draft') })
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('Published 2')).toBe('/articles?state=published&q=a+b&sort=title')
  expect(to('More')).toBe('/articles?q=a+b&sort=title&before=older')
  expect(screen.getByRole('link', { name: 'Drafts 4' }).getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('link', { name: /Removed/ })).toBeNull()
})

test('invalid query parameters fall back to the defaults', () => {
  expect(parseDeskQuery({ state: 'constructor', sort: 'x' }, 'in-review')).toEqual({
    state: 'in-review',
    sort: 'changed',
    q: '',
  })
})

test('requested changes are named on the row, with the note', async () => {
  const lastNote = {
    move: 'request-changes' as const,
    text: 'Shorter, please.',
    by: { id: 'grace', handle: 'grace', name: 'Grace' },
    at: '2026-01-01T10:00:00.000Z',
  }
  const noted = aDeskItem('Noted', { lastNote })
  await open({}, { items: [noted, aDeskItem('Sent again', { state: 'in-review', lastNote })] })
  expect(screen.getAllByText('Changes requested')).toHaveLength(1)
  screen.getByRole('searchbox', { name: 'Search your stories' })
  await userEvent.click(screen.getByText('Read the note'))
  screen.getByText('on Noted')
  expect(screen.getByRole('group').textContent).toContain('GraceShorter, please.')
})

test('an untitled article has a name and offers only its available actions', async () => {
  await open({}, { items: [aDeskItem('', { can: ['submit'] })] })
  expect(screen.getByRole('link', { name: 'Untitled' }).getAttribute('href')).toContain('/articles/edit?id=')
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Untitled' }))
  await screen.findByRole('menuitem', { name: 'Submit for review' })
  expect(screen.queryByRole('menuitem', { name: /Publish|trash/ })).toBeNull()
})

test('Shift selects a range; one checkbox selects all or none', async () => {
  await open()
  const user = userEvent.setup()
  await user.click(choose('One'))
  await user.keyboard('{Shift>}')
  await user.click(choose('Three'))
  await user.keyboard('{/Shift}')
  bar().getByText('3 stories selected')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  bar().getByText('4 stories selected')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('the bulk bar offers only actions available for the whole selection', async () => {
  await open({}, { items: [aDeskItem('One'), aDeskItem('Two', { can: ['submit', 'trash'] })] })
  await userEvent.click(choose('One'))
  bar().getByRole('button', { name: 'Publish…' })
  await userEvent.click(choose('Two'))
  expect(bar().queryByRole('button', { name: 'Publish…' })).toBeNull()
  bar().getByRole('button', { name: 'Submit for review' })
})

test('a failed article comes back with its reason; the others stay moved', async () => {
  let answer: (answered: unknown) => void = () => {}
  const { asked } = await open({
    'POST /api/articles/moves': () => new Promise((done) => void (answer = done)),
  })
  await userEvent.click(choose('One'))
  await userEvent.click(choose('Two'))
  await userEvent.click(bar().getByRole('button', { name: 'Submit for review' }))
  expect(titles()).toEqual(['Three', 'Four'])
  screen.getByRole('link', { name: 'Drafts 2' })
  screen.getByRole('link', { name: 'In review 2' })
  answer([
    { id: items[0]?.id, refused: { code: 'not-ready', message: 'It has no title.' } },
    { id: items[1]?.id, refused: null },
  ])
  await waitFor(() => expect(titles()).toEqual(['One', 'Three', 'Four']))
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('failed for 1 of 2 stories')
  expect(alert.textContent).toContain('One: It has no title.')
  expect(asked('POST /api/articles/moves')[0]?.input).toMatchObject({ body: { move: 'submit' } })
})

test('an unreachable server leaves the list as it was', async () => {
  await open({
    'POST /api/articles/moves': () => {
      throw new TypeError('offline')
    },
  })
  await pick('One', 'Submit for review')
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  expect(titles()).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('moving to trash can be undone', async () => {
  const { asked } = await open({ 'POST /api/articles/moves': agreed })
  await pick('Two', 'Move to trash')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 5000 }))
  await waitFor(() => expect(titles()).toEqual(['One', 'Two', 'Three', 'Four']))
  expect(asked('POST /api/articles/moves').map(({ input }) => input)).toMatchObject([
    { body: { move: 'trash' } },
    { body: { move: 'untrash', ids: [items[1]?.id] } },
  ])
})

test('moving a published story to trash asks first and offers no Undo', async () => {
  const published = [aDeskItem('One', { state: 'published', can: ['trash'] })]
  const { asked } = await open({ 'POST /api/articles/moves': agreed }, { items: published })
  await pick('One', 'Move to trash…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “One” to trash?' }))
  expect(asked('POST /api/articles/moves')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Move to trash' }))
  await screen.findByText('“One” moved to trash')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('publishing asks for confirmation', async () => {
  const { asked } = await open({ 'POST /api/articles/moves': agreed })
  await pick('One', 'Publish…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish “One”?' }))
  expect(asked('POST /api/articles/moves')).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(titles()).toEqual(['Two', 'Three', 'Four']))
})

test('deleting permanently names the story and deletes only that one', async () => {
  const trashed = [aDeskItem('Old', { state: 'trashed', can: ['untrash'] }), aDeskItem('Older')]
  const { asked } = await open(
    { 'DELETE /api/articles/{id}': () => ({ deleted: true }) },
    { items: trashed, asked: parseDeskQuery({ state: 'trashed' }, 'draft') },
  )
  await pick('Old', 'Delete permanently…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Old” permanently?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(titles()).toEqual(['Older']))
  expect(asked('DELETE /api/articles/{id}').map(({ input }) => input)).toEqual([{ params: { id: trashed[0]?.id } }])
})

test('after publishing changes the story stays in its tab without the badge', async () => {
  const item = aDeskItem('Live', { state: 'published', changed: true, can: ['update', 'unpublish'] })
  await open(
    { 'POST /api/articles/moves': agreed },
    { items: [item], asked: parseDeskQuery({ state: 'published' }, 'draft') },
  )
  screen.getByText('Unpublished changes')
  await pick('Live', 'Publish changes…')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish changes' }))
  await waitFor(() => expect(screen.queryByText('Unpublished changes')).toBeNull())
  expect(titles()).toEqual(['Live'])
})

test('an empty tab and an empty search show what to do next', async () => {
  await open({}, { items: [] })
  screen.getByText('Your next story starts here')
  cleanup()
  await open({}, { items: [], asked: parseDeskQuery({ q: 'zebra' }, 'draft') })
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/articles')
})

test('a published story shows its figures and links to them', async () => {
  const asked = parseDeskQuery({ state: 'published' }, 'draft')
  const read = aDeskItem('Read', { state: 'published', views: 12_400, reads: 3100 })
  await open({}, { items: [read, aDeskItem('New', { state: 'published', views: 1, reads: 0 })], asked })
  const link = screen.getByRole('link', { name: 'Figures: 12.4K views · 3.1K reads (25 %)' })
  expect(link.getAttribute('href')).toBe(`/articles/analytics/${read.id}`)
  screen.getByRole('link', { name: 'Figures: 1 view · 0 reads (0 %)' })
  cleanup()
  await open({}, { items: [aDeskItem('Draft')] })
  expect(screen.queryByRole('link', { name: /^Figures:/ })).toBeNull()
})

test('a scheduled time is shown in the viewer’s time zone', async () => {
  vi.stubEnv('TZ', 'Asia/Tehran')
  await open(
    {},
    {
      items: [aDeskItem('Later', { state: 'scheduled', scheduledFor: '2026-12-01T09:00:00.000Z' })],
      asked: parseDeskQuery({ state: 'scheduled' }, 'draft'),
    },
  )
  expect(screen.getByText('1 Dec 2026, 12:30').tagName).toBe('TIME')
  vi.unstubAllEnvs()
})

test('a co-author can leave the byline after confirming', async () => {
  const together = aDeskItem('Together', { can: ['submit'], coWritten: true })
  const { asked } = await open({ 'DELETE /api/articles/{id}/byline': () => ({}) }, { items: [...items, together] })
  await userEvent.click(screen.getByRole('button', { name: 'More actions for One' }))
  await screen.findByRole('menuitem', { name: /Move to trash/ })
  expect(screen.queryByRole('menuitem', { name: /Leave the byline/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await pick('Together', 'Leave the byline…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave the byline of “Together”?' }))
  expect(asked('DELETE /api/articles/{id}/byline')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Leave the byline' }))
  await waitFor(() => expect(titles()).not.toContain('Together'))
  expect(asked('DELETE /api/articles/{id}/byline').map(({ input }) => input)).toEqual([{ params: { id: together.id } }])
  expect(titles()).toContain('One')
})
