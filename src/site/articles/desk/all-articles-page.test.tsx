import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AdminArticle } from '#contract/articles/admin-articles.ts'
import { aDeskItem, idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import AllArticlesPage from './all-articles-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const grace = { id: idOf('grace'), handle: 'grace', name: 'Grace' }
const me = { id: aViewer.id, handle: aViewer.handle, name: aViewer.name }

function aRow(title: string, more: Partial<AdminArticle> = {}): AdminArticle {
  const item = aDeskItem(title, { state: 'in-review', can: ['approve', 'request-changes', 'trash'] })
  return { ...item, category: null, waitingSince: at, reviewer: null, ...more }
}

const rows = [aRow('One'), aRow('Two', { reviewer: grace }), aRow('Three', { reviewer: me })]

async function open(answers: Answers = {}, query: Record<string, string> = {}, items = rows) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <AllArticlesPage />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  const data = { items, next: null, query, state: query['state'] ?? 'in-review', reviewers: [grace, me] }
  await renderPage(Page, { api: fake.api, path: '/admin/articles', data, viewer: { ...aViewer, role: 'editor' } })
  return fake
}

const choose = (title: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
const bar = () => within(screen.getByRole('region', { name: 'Bulk actions' }))
const agreed = ({ body }: { body?: Record<string, unknown> }) =>
  [body?.['ids']].flat().map((id) => ({ id: String(id), refused: null }))
const moves = 'POST /api/articles/moves'
const assign = 'POST /api/admin/articles/reviewer'

test('every state has a URL that keeps the filters, and rows lead to the review', async () => {
  await open({}, { author: 'ada', q: 'one', sort: 'title' })
  const tabs = within(screen.getByRole('navigation', { name: 'By state' }))
  expect(tabs.getByRole('link', { name: 'Published' }).getAttribute('href')).toBe(
    '/admin/articles?author=ada&q=one&state=published',
  )
  expect(tabs.getByRole('link', { name: 'In review' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'One' }).getAttribute('href')).toBe(
    `/admin/articles/preview/${rows[0]?.id ?? ''}`,
  )
  expect(screen.getByRole('columnheader', { name: /Title/ }).getAttribute('aria-sort')).toBe('ascending')
  const reviewer = screen.getByRole('combobox', { name: 'Reviewer' })
  expect(
    within(reviewer)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Any', 'Assigned to me', 'Unassigned', 'Grace'])
})

test('the export has the state and the filters of the screen', async () => {
  await open({}, { state: 'published', category: 'nature', hide: 'author' })
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
    '/api/admin/articles.csv?category=nature&state=published',
  )
})

test('stories are taken together, and Undo gives each its reviewer back', async () => {
  const { asked } = await open({ [assign]: agreed })
  await choose('Three')
  expect(bar().queryByRole('button', { name: 'Assign to me' })).toBeNull()
  await choose('Three')
  await choose('One')
  await choose('Two')
  await userEvent.click(bar().getByRole('button', { name: 'Assign to me' }))
  await screen.findByText('2 stories assigned to you')
  const sent = () => asked(assign).map(({ input }) => input)
  expect(sent()).toEqual([
    { body: { ids: [rows[0]?.id], reviewer: aViewer.id, was: null } },
    { body: { ids: [rows[1]?.id], reviewer: aViewer.id, was: grace.id } },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toHaveLength(4))
  expect(sent().slice(2)).toEqual([
    { body: { ids: [rows[0]?.id], reviewer: null, was: aViewer.id } },
    { body: { ids: [rows[1]?.id], reviewer: grace.id, was: aViewer.id } },
  ])
})

test('requested changes need a message, and rows that fail are listed', async () => {
  const { asked } = await open({
    [moves]: ({ body }) =>
      [body?.['ids']].flat().map((id, nth) => ({
        id: String(id),
        refused: nth === 0 ? { code: 'wrong-state', message: 'This story is a draft.' } : null,
      })),
  })
  await choose('One')
  await choose('Two')
  await userEvent.click(bar().getByRole('button', { name: 'Request changes…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request changes to 2 stories?' }))
  await userEvent.type(dialog.getByLabelText('Message to the author'), 'Shorter')
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }))
  const failure = await screen.findByText('“Request changes” failed for 1 of 2')
  expect(failure.closest('[role=alert]')?.textContent).toContain('One: This story is a draft.')
  expect(asked(moves)[0]?.input).toMatchObject({ body: { move: 'request-changes', note: 'Shorter' } })
})

test('trashed drafts can be restored with Undo', async () => {
  const drafts = [aRow('One', { state: 'draft', waitingSince: null })]
  const { asked } = await open({ [moves]: agreed }, {}, drafts)
  await choose('One')
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked(moves)).toHaveLength(2))
  expect(asked(moves)[1]?.input).toMatchObject({ body: { ids: [rows[0]?.id], move: 'untrash' } })
})

test('trashing another story asks first, because it would be restored as a draft, and offers no Undo', async () => {
  const { asked } = await open({ [moves]: agreed }, {}, [aRow('One', { state: 'published', waitingSince: null })])
  await choose('One')
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “One” to trash?' }))
  expect(asked(moves)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Move to trash' }))
  await screen.findByText('1 story moved to trash')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  ['published', {}, true],
  ['with submitted changes', { updateAsked: true }, false],
  ['with a reviewer', { reviewer: grace }, false],
])('a removed story that was %s can be restored with Undo: %s %s', async (_was, given, canUndo) => {
  const row = aRow('One', { state: 'published', waitingSince: null, can: ['remove'], ...given })
  await open({ [moves]: agreed }, {}, [row])
  await choose('One')
  await userEvent.click(bar().getByRole('button', { name: 'Remove…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Message to the author'), 'Off topic')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findByText('1 story removed')
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(canUndo)
})

test('an empty queue says so', async () => {
  await open({}, {}, [])
  expect(screen.getByText('Nothing to review')).toBeDefined()
})
