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

const replies = 'POST /api/articles/{id}/notes/{note}/replies'

test('a reply is added to its note', async () => {
  const { asked } = await open({
    [replies]: ({ body }) => ({
      ...aNote('Lovely'),
      replies: [
        {
          id: String(body?.['id']),
          by: null,
          text: String(body?.['text']),
          createdAt: '2026-01-01T00:00:00.000Z',
          mine: true,
        },
      ],
    }),
  })
  const [, second] = screen.getAllByRole('button', { name: /^Reply to/ })
  if (!second) throw new Error('no button')
  await userEvent.click(second)
  await userEvent.keyboard('Thank you')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  const list = within(await screen.findByRole('list', { name: 'Replies' }))
  list.getByText('Thank you')
  list.getByRole('button', { name: 'Delete reply' })
  expect(asked(replies)[0]?.input).toMatchObject({ params: { note: idOf('Lovely') }, body: { text: 'Thank you' } })
})

test('a reply to a note that was deleted meanwhile keeps its text, and repeats with the same id', async () => {
  const { asked } = await open({
    [replies]: () => {
      throw new Refusal('not-found')
    },
  })
  const [first] = screen.getAllByRole('button', { name: /^Reply to/ })
  if (!first) throw new Error('no button')
  await userEvent.click(first)
  await userEvent.keyboard('My long answer')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await screen.findByText('This note was deleted. Copy your text and add it as a new note.')
  expect(screen.getByRole('textbox', { name: /^Your reply/ })).toHaveProperty('value', 'My long answer')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(asked(replies)).toHaveLength(2))
  const [once, again] = asked(replies)
  expect(again?.input).toEqual(once?.input)
})

test('a note with replies cannot be deleted, and a resolved one names who resolved it', async () => {
  const by = { id: idOf('grace'), handle: 'grace', name: 'Grace' }
  const createdAt = '2026-01-01T00:00:00.000Z'
  const reply = { id: idOf('reply'), by, text: 'Because.', createdAt, mine: false }
  await open({
    'GET /api/articles/{id}/notes': () => [
      aNote('Why', { mine: true, replies: [reply] }),
      aNote('Lovely'),
      aNote('Done', { resolvedAt: createdAt, resolvedBy: by }),
    ],
  })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 resolved' }))
  screen.getByText(/Resolved by/)
})

test('a note that is resolved while a reply is being written keeps the reply', async () => {
  await open({
    'PATCH /api/articles/{id}/notes/{note}': () => aNote('Lovely', { resolvedAt: '2026-01-01T00:00:00.000Z' }),
    [replies]: () => aNote('Lovely', { resolvedAt: '2026-01-01T00:00:00.000Z' }),
  })
  const [, second] = screen.getAllByRole('button', { name: /^Reply to/ })
  if (!second) throw new Error('no button')
  await userEvent.click(second)
  await userEvent.keyboard('Thank you')
  const [, resolve] = screen.getAllByRole('button', { name: 'Resolve' })
  if (!resolve) throw new Error('no button')
  await userEvent.click(resolve)
  await screen.findByText('Resolved')
  expect(screen.getByRole('textbox', { name: /^Your reply/ })).toHaveProperty('value', 'Thank you')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await screen.findByRole('button', { name: 'Show 1 resolved' })
  expect(screen.queryByRole('textbox', { name: /^Your reply/ })).toBeNull()
})

test('a cancelled reply keeps its text', async () => {
  await open()
  const opener = () => screen.getAllByRole('button', { name: /^Reply to/ })[0] ?? document.body
  await userEvent.click(opener())
  await userEvent.keyboard('Thank you')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('textbox', { name: /^Your reply/ })).toBeNull()
  await userEvent.click(opener())
  expect(screen.getByRole('textbox', { name: /^Your reply/ })).toHaveProperty('value', 'Thank you')
})
