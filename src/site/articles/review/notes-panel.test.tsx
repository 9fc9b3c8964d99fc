import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { aNote, idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import NotesPanel from './notes-panel.tsx'

const id = idOf('article')
const notes = [aNote('Too long', { quote: 'It was a long way home.', mine: true }), aNote('Lovely')]

async function open(answers: Answers = {}, props: Partial<Parameters<typeof NotesPanel>[0]> = {}) {
  const fake = fakeApi({ 'GET /api/articles/{id}/notes': () => notes, ...answers })
  const onFind = vi.fn<(quote: string) => void>()
  const Page = () => <NotesPanel articleId={id} onFind={onFind} {...props} />
  await renderPage(Page, { api: fake.api, viewer: aViewer })
  await screen.findByText('Lovely')
  return { ...fake, onFind }
}

test('clicking a quote shows the passage', async () => {
  const { onFind } = await open()
  await userEvent.click(screen.getByRole('button', { name: /Show in the text/ }))
  expect(onFind).toHaveBeenCalledWith('It was a long way home.')
})

test('a note is sent with its quote, and the form is reset', async () => {
  const { asked } = await open(
    {
      'POST /api/articles/{id}/notes': ({ body }) =>
        aNote(String(body?.['text']), { quote: String(body?.['quote']), mine: true }),
    },
    { about: { quote: 'Nobody waited.' } },
  )
  const field = screen.getByRole('textbox', { name: 'Your note on this passage' })
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'Who could have?')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('Who could have?')
  expect(asked('POST /api/articles/{id}/notes')[0]?.input).toEqual({
    params: { id },
    body: { quote: 'Nobody waited.', text: 'Who could have?' },
  })
  expect(screen.getByRole('textbox', { name: 'Your note on the whole text' })).toHaveProperty('value', '')
})

test('a failed note keeps the input', async () => {
  await open({
    'POST /api/articles/{id}/notes': () => {
      throw new Refusal('too-many-requests')
    },
  })
  const field = screen.getByRole('textbox')
  await userEvent.type(field, 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByRole('alert')
  expect(field).toHaveProperty('value', 'Hello')
})

test('a note is resolved optimistically and comes back on failure', async () => {
  let refuse = () => {}
  await open({
    'PATCH /api/articles/{id}/notes/{note}': () =>
      new Promise((_, no) => {
        refuse = () => no(new Refusal('not-found'))
      }),
  })
  const [first] = screen.getAllByRole('listitem')
  if (!first) throw new Error('no note')
  await userEvent.click(within(first).getByRole('button', { name: 'Resolve' }))
  expect(screen.queryByText('Too long')).toBeNull()
  screen.getByRole('button', { name: 'Show 1 resolved' })
  refuse()
  await screen.findByText('Too long')
})

test('only own notes can be deleted, and a failure brings the note back', async () => {
  let refuse = () => {}
  await open({
    'DELETE /api/articles/{id}/notes/{note}': () =>
      new Promise((_, no) => {
        refuse = () => no(new Refusal('not-allowed'))
      }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.queryByText('Too long')).toBeNull()
  refuse()
  await screen.findByText('Too long')
  expect(screen.getByRole('alert').textContent).toContain('You don’t have permission to do that.')
})

test('a read-only panel offers only the quotes', async () => {
  await open({}, { readOnly: true })
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(1))
  expect(screen.queryByRole('textbox')).toBeNull()
})
