import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { toParts } from '#site/articles/preview/parts.ts'
import { aNote, aPreview, aRevision, aText, anOpenArticle } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import ReviewPage from './review-page.tsx'

async function open(answers: Answers = {}, more: Partial<Article> = {}) {
  const fake = fakeApi({ 'GET /api/articles/{id}/notes': () => [], ...answers })
  const data = { ...toParts(aPreview()), article: anOpenArticle(more), moves: [] }
  await renderPage(ReviewPage, { api: fake.api, data, viewer: { ...aViewer, role: 'editor' } })
  return fake
}

const moves = 'POST /api/articles/{id}/moves'

test('approving publishes the version that was looked at', async () => {
  const { asked } = await open({ [moves]: () => anOpenArticle() })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }))
  await waitFor(() => expect(asked(moves)).toHaveLength(1))
  expect(asked(moves)[0]?.input).toMatchObject({ body: { move: 'approve', version: 7 } })
})

test('what was saved after it was opened is not published unseen', async () => {
  await open({
    [moves]: () => {
      throw new Refusal('version-conflict')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('button', { name: 'Look again' }).textContent).toBe('Look again')
})

test('changes are asked for with a reason, and a refusal keeps it', async () => {
  const { asked } = await open({
    [moves]: () => {
      throw new Refusal('wrong-state')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Request changes…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request changes' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }))
  expect(asked(moves)).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText('Your words'), 'A better end')
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }))
  await dialog.findByText('The story has moved on since you opened it.')
  expect(dialog.getByLabelText('Your words')).toHaveProperty('value', 'A better end')
})

test('a time that is over is not taken', async () => {
  const { asked } = await open({ [moves]: () => anOpenArticle() }, { can: ['approve'] })
  await userEvent.click(screen.getByRole('button', { name: 'Approve for a time…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Day and time')
  await userEvent.type(field, '2020-01-01T10:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await dialog.findByText('Choose a time that lies ahead.')
  await userEvent.clear(field)
  await userEvent.type(field, '2090-01-01T10:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await waitFor(() => expect(asked(moves)).toHaveLength(1))
  expect(asked(moves)[0]?.input).toMatchObject({
    body: { move: 'approve', at: new Date('2090-01-01T10:00').toISOString() },
  })
})

test('an update is compared with what readers see', async () => {
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
  await userEvent.click(screen.getByRole('radio', { name: 'What changed' }))
  await screen.findByText('What readers see')
  expect(screen.getByRole('button', { name: 'Approve the changes' })).toHaveProperty('disabled', false)
})

test('selected words become the passage of a note', async () => {
  await open()
  const paragraph = screen.getByText('Nobody waited.')
  const selection = getSelection()
  selection?.selectAllChildren(paragraph)
  document.dispatchEvent(new Event('selectionchange'))
  await userEvent.click(await screen.findByRole('button', { name: 'Note on this' }))
  await screen.findByRole('textbox', { name: 'Your note on this passage' })
  expect(screen.getAllByText('Nobody waited.')).toHaveLength(2)
})

test('a note shows its passage, although its words are divided among elements', async () => {
  const note = aNote('Hm', { quote: 'It was a long way home.' })
  await open({ 'GET /api/articles/{id}/notes': () => [note] })
  await userEvent.click(await screen.findByRole('button', { name: /Show in the text/ }))
  expect(getSelection()?.toString()).toBe('It was a long way home.')
})
