import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { splitPreview } from '#site/articles/preview/preview-parts.ts'
import { aNote, aPreview, aRevision, aText, anArticleInReview } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import ReviewPage from './review-page.tsx'

async function open(answers: Answers = {}, more: Partial<Article> = {}) {
  const fake = fakeApi({ 'GET /api/articles/{id}/notes': () => [], ...answers })
  const data = { ...splitPreview(aPreview()), article: anArticleInReview(more), moves: [] }
  await renderPage(ReviewPage, { api: fake.api, data, viewer: { ...aViewer, role: 'editor' } })
  return fake
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
  await userEvent.click(screen.getByRole('radio', { name: 'Changes' }))
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
