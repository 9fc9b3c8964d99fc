import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import type { Review } from '#contract/articles/submissions.ts'
import { Refusal } from '#contract/errors.ts'
import { splitPreview } from '#site/articles/preview/preview-parts.ts'
import { aNote, aPreview, aReview, aRevision, aText, anArticleInReview, idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import ReviewPage from './review-page.tsx'

const [grace, linus] = [
  { id: idOf('grace'), handle: 'grace', name: 'Grace' },
  { id: idOf('linus'), handle: 'linus', name: 'Linus' },
]
const reviewers = [grace, linus]

async function open(answers: Answers = {}, more: Partial<Article> = {}, review: Partial<Review> = {}) {
  const fake = fakeApi({ 'GET /api/articles/{id}/notes': () => [], ...answers })
  const data = {
    ...splitPreview(aPreview()),
    article: anArticleInReview(more),
    moves: [],
    review: aReview(review),
    reviewers,
  }
  const router = await renderPage(ReviewPage, { api: fake.api, data, viewer: { ...aViewer, role: 'editor' } })
  return { ...fake, router }
}

const moves = 'POST /api/articles/{id}/moves'

test('approving publishes the version on the page', async () => {
  const { asked } = await open({ [moves]: () => anArticleInReview() })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }))
  await waitFor(() => expect(asked(moves)).toHaveLength(1))
  expect(asked(moves)[0]?.input).toMatchObject({ body: { move: 'approve', version: 7 } })
})

test('a version saved after the page was opened is not published', async () => {
  await open({
    [moves]: () => {
      throw new Refusal('version-conflict')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('button', { name: 'Reload' }).textContent).toBe('Reload')
})

test('requesting changes needs a message, and a failure keeps it', async () => {
  const { asked } = await open({
    [moves]: () => {
      throw new Refusal('wrong-state')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Request changes…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request changes' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }))
  expect(asked(moves)).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText('Message to the author'), 'A better end')
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }))
  await dialog.findByText('This story has changed since you opened it. Reload the page.')
  expect(dialog.getByLabelText('Message to the author')).toHaveProperty('value', 'A better end')
})

test('a time in the past is rejected', async () => {
  const { asked } = await open({ [moves]: () => anArticleInReview() }, { can: ['approve'] })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and schedule…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Date and time')
  await userEvent.type(field, '2020-01-01T10:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await dialog.findByText('Choose a time in the future.')
  await userEvent.clear(field)
  await userEvent.type(field, '2090-01-01T10:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await waitFor(() => expect(asked(moves)).toHaveLength(1))
  expect(asked(moves)[0]?.input).toMatchObject({
    body: { move: 'approve', at: new Date('2090-01-01T10:00').toISOString() },
  })
})

test('an update is compared with the published version', async () => {
  await open(
    {
      'GET /api/articles/{id}/revisions': () => ({
        items: [aRevision('saved'), aRevision('live', { kind: 'published' })],
        next: null,
      }),
      'GET /api/articles/{id}/revisions/{revision}': () => ({
        ...aRevision('live'),
        subtitle: '',
        body: aText('What readers see'),
      }),
    },
    { state: 'published', publishedAt: '2026-01-01T00:00:00.000Z', changed: true, updateAsked: true, can: ['update'] },
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Changes since publication' }))
  await screen.findByText('What readers see')
  expect(screen.getByRole('button', { name: 'Approve changes' })).toHaveProperty('disabled', false)
})

test('selected text becomes the quote of a note', async () => {
  await open()
  const paragraph = screen.getByText('Nobody waited.')
  const selection = getSelection()
  selection?.selectAllChildren(paragraph)
  document.dispatchEvent(new Event('selectionchange'))
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note' }))
  await screen.findByRole('textbox', { name: 'Your note on this passage' })
  expect(screen.getAllByText('Nobody waited.')).toHaveLength(2)
})

test('a note finds its passage across elements', async () => {
  const note = aNote('Hm', { quote: 'It was a long way home.' })
  await open({ 'GET /api/articles/{id}/notes': () => [note] })
  await userEvent.click(await screen.findByRole('button', { name: /Show in the text/ }))
  expect(getSelection()?.toString()).toBe('It was a long way home.')
})

test('a note finds its passage from another view', async () => {
  const note = aNote('Hm', { quote: 'It was a long way home.' })
  const { asked } = await open(
    {
      'GET /api/articles/{id}/notes': () => [note],
      'GET /api/admin/articles/{id}/submitted': () => new Promise(() => {}),
    },
    {},
    { comparison: 'previous' },
  )
  getSelection()?.removeAllRanges()
  await userEvent.click(screen.getByRole('radio', { name: 'Changes since last submission' }))
  await waitFor(() => expect(asked('GET /api/admin/articles/{id}/submitted')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: /Show in the text/ }))
  expect(screen.getByRole('radio', { name: 'Reader view' })).toHaveProperty('checked', true)
  expect(getSelection()?.toString()).toBe('It was a long way home.')
})

const assign = 'POST /api/admin/articles/reviewer'

test('a reviewer takes a story, and learns who was faster', async () => {
  const { asked } = await open({
    [assign]: () => [
      { id: idOf('x'), refused: { code: 'version-conflict', message: 'This story was assigned to Linus.' } },
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }))
  await screen.findByText('This story was assigned to Linus.')
  expect(asked(assign)[0]?.input).toMatchObject({ body: { reviewer: aViewer.id, was: null } })
})

test('a story is assigned to another reviewer', async () => {
  const { asked } = await open({ [assign]: () => [{ id: idOf('x'), refused: null }] }, {}, { reviewer: grace ?? null })
  await userEvent.click(screen.getByRole('button', { name: 'Reassign…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Reviewer' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Linus (@linus)' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(asked(assign)).toHaveLength(1))
  expect(asked(assign)[0]?.input).toMatchObject({ body: { reviewer: linus?.id, was: grace?.id } })
})

const tick = 'PUT /api/admin/articles/{id}/checklist'

test('a tick names the reviewer, and is taken back when the submission is gone', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const checklist = [
    { text: 'Facts', ticked: null },
    { text: 'Sources', ticked: { by: grace ?? null, at } },
  ]
  let fails = false
  await open(
    {
      [tick]: () => {
        if (fails) throw new Refusal('wrong-state', { message: 'This submission is no longer in review.' })
        return checklist.map(({ text }) => ({ text, ticked: { by: linus ?? null, at } }))
      },
    },
    {},
    { checklist },
  )
  screen.getByText('1 of 2 ticked by reviewers')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Facts' }))
  await screen.findByText('All items are ticked.')
  fails = true
  await userEvent.click(screen.getByRole('checkbox', { name: 'Facts' }))
  await screen.findByText('This submission is no longer in review.')
  expect(screen.getByRole('checkbox', { name: 'Facts' }).getAttribute('aria-checked')).toBe('true')
})

test('the changes since the last submission mark deletions and insertions, and name changed fields', async () => {
  const fields = { ...anArticleInReview(), tags: ['rain'], cover: { media: null, alt: 'A hedge', focus: null } }
  await open(
    {
      'GET /api/admin/articles/{id}/submitted': () => ({
        by: grace,
        at: '2026-01-01T00:00:00.000Z',
        title: 'The way home',
        subtitle: anArticleInReview().subtitle,
        body: aText('It was a short way home.'),
        fields,
      }),
    },
    { tags: ['snow'] },
    { comparison: 'previous' },
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Changes since last submission' }))
  await screen.findByRole('heading', { name: 'Changes since last submission' })
  const marked = (role: 'deletion' | 'insertion') => screen.getAllByRole(role).map(({ textContent }) => textContent)
  expect(marked('deletion')).toEqual(['The way home', 'A hedge', 'rain', 'short'])
  expect(marked('insertion')).toEqual(['The long way home', 'Empty', 'snow', 'long'])
})

test('the queue has its place, links and keys, but not while typing', async () => {
  await open(
    {},
    {},
    {
      queue: {
        place: 3,
        of: 12,
        previous: { id: idOf('before'), title: 'Before' },
        next: { id: idOf('after'), title: '' },
      },
    },
  )
  screen.getByText('3 of 12')
  const previous = screen.getByRole('link', { name: 'Previous: Before' })
  expect(previous.getAttribute('aria-keyshortcuts')).toBe('[')
  expect(screen.getByRole('link', { name: 'Next: Untitled' }).getAttribute('href')).toBe(
    `/admin/articles/preview/${idOf('after')}`,
  )
  const field = screen.getByRole('textbox', { name: 'Your note on the whole text' })
  await userEvent.click(field)
  await userEvent.keyboard(']')
  expect(field).toHaveProperty('value', ']')
  screen.getByText('3 of 12')
})

const neighbours = {
  place: 3,
  of: 12,
  previous: { id: idOf('before'), title: 'Before' },
  next: { id: idOf('after'), title: 'After' },
}

test('the keys of the queue work with the modifiers that other layouts need', async () => {
  const { router } = await open({}, {}, { queue: neighbours })
  await userEvent.keyboard('{Control>}{Alt>}[BracketRight]{/Alt}{/Control}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/articles/preview/${idOf('after')}`))
})

test('another story replaces this one only after a question if a note was not sent', async () => {
  const { router } = await open({}, {}, { queue: neighbours })
  const field = screen.getByRole('textbox', { name: 'Your note on the whole text' })
  await userEvent.type(field, 'Half a note')
  await userEvent.click(screen.getByRole('link', { name: 'Next: After' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without sending?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/')
  expect(field).toHaveProperty('value', 'Half a note')
  await userEvent.click(document.body)
  await userEvent.keyboard('[BracketRight]')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/articles/preview/${idOf('after')}`))
})
