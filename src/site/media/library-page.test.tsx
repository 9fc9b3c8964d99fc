import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { aFile, fakeStorage } from '#test/fake-storage.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { drop, someMedia, withStorage } from '#test/upload-page.tsx'
import LibraryPage from './library-page.tsx'

const gate = someMedia({ name: 'gate.png' })
const paper = someMedia({
  id: 'bbbbbbbbbbbbbbbbbbbb',
  name: 'paper.pdf',
  kind: 'file',
  picture: null,
  type: 'application/pdf',
})
const data = {
  items: [gate, paper],
  next: 'older',
  first: true,
  q: '',
  kind: null,
  everybody: false,
  mayLookAtAll: false,
}

async function open(answers: Answers = {}, more: Partial<Omit<typeof data, 'kind'>> = {}) {
  const fake = fakeApi(answers)
  await renderPage(withStorage(LibraryPage, fakeStorage()), {
    api: fake.api,
    path: '/library',
    data: { ...data, ...more },
    viewer: aViewer,
  })
  return fake
}

async function show(name: string) {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
  return within(await screen.findByRole('dialog', { name }))
}

test('lists the media, with links to the next page, to kinds and, for editors, to everyone’s media', async () => {
  await open({}, { mayLookAtAll: true, q: 'a b' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'gate.png1.4 MB',
    'paper.pdf1.4 MB',
  ])
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('Older')).toBe('/library?q=a+b&before=older')
  expect(to('Files')).toBe('/library?q=a+b&kind=file')
  expect(to('Everyone’s')).toBe('/library?q=a+b&of=everybody')
})

test('an empty library shows an invitation; an empty search links to all media', async () => {
  await open({}, { items: [], next: null as unknown as string })
  screen.getByText('No pictures yet')
  expect(screen.queryByRole('link', { name: 'Everyone’s' })).toBeNull()
  cleanup()
  await open({}, { items: [], q: 'nothing' })
  screen.getByRole('link', { name: 'Show all' })
})

test('an uploaded picture appears first immediately', async () => {
  await open({ 'POST /api/media': () => someMedia({ id: 'cccccccccccccccccccc', name: 'new.png' }) })
  drop(screen.getByLabelText(/Choose pictures/), [aFile(10, 'new.png')])
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('new.png1.4 MB'))
})

test('the same file again is shown once, and the page says so', async () => {
  await open({ 'POST /api/media': () => gate })
  drop(screen.getByLabelText(/Choose pictures/), [aFile(10, 'again.png')])
  await screen.findByText('Already in your library: gate.png')
  expect(screen.getAllByRole('button', { name: /gate\.png/ })).toHaveLength(1)
})

test('a picture without a description offers those of its stories', async () => {
  const used = someMedia({
    name: 'gate.png',
    picture: { src: '/g', alt: '', width: 3, height: 2 },
    uses: [{ kind: 'article', title: 'Snow', address: '/story/snow' }],
  })
  const { asked } = await open(
    {
      'GET /api/media/{id}/alt-texts': () => ['A gate in the snow'],
      'PATCH /api/media/{id}': () => ({ ...used, picture: { ...used.picture, alt: 'A gate in the snow' } }),
    },
    { items: [used] },
  )
  const dialog = await show('gate.png')
  const use = await dialog.findByRole('button', { name: 'Use “A gate in the snow”' })
  const field = () => dialog.getByLabelText<HTMLTextAreaElement>(/Description/)
  await userEvent.click(use)
  await userEvent.clear(field())
  await userEvent.click(use)
  expect(field().value).toBe('A gate in the snow')
  expect(document.activeElement).toBe(field())
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Saved.')
  expect(asked('PATCH /api/media/{id}')[0]?.input).toMatchObject({ body: { alt: 'A gate in the snow' } })
  await waitFor(() => expect(dialog.queryByText('From your stories:')).toBeNull())
})

test('the description is saved and shown', async () => {
  const { asked } = await open({
    'PATCH /api/media/{id}': ({ body }) => ({
      ...gate,
      name: body?.['name'],
      picture: { ...gate.picture, alt: body?.['alt'] },
    }),
  })
  const dialog = await show('gate.png')
  dialog.getByText(/for people who can’t see it/)
  const field = dialog.getByLabelText(/Description/)
  await userEvent.clear(field)
  await userEvent.type(field, 'A gate in the snow')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Saved.')
  expect(asked('PATCH /api/media/{id}')[0]?.input).toEqual({
    params: { id: gate.id },
    body: { name: 'gate.png', alt: 'A gate in the snow' },
  })
  dialog.getByRole('img', { name: 'A gate in the snow' })
})

test('a file has no description field', async () => {
  const { asked } = await open({ 'PATCH /api/media/{id}': () => ({ ...paper, name: 'x.pdf' }) })
  const dialog = await show('paper.pdf')
  expect(dialog.queryByLabelText(/Description/)).toBeNull()
  await userEvent.type(dialog.getByLabelText('Name'), '{Enter}')
  await waitFor(() => expect(asked('PATCH /api/media/{id}')[0]?.input).toMatchObject({ body: { name: 'paper.pdf' } }))
})

test('a picture can be replaced by another file', async () => {
  const { asked } = await open({
    'POST /api/media/{id}/replace': () => ({ ...gate, picture: { src: '/other', alt: 'Other', width: 3, height: 2 } }),
  })
  const dialog = await show('gate.png')
  await userEvent.upload(dialog.getByLabelText('Replace…'), aFile(10))
  await dialog.findByRole('img', { name: 'Other' })
  expect(asked('POST /api/media/{id}/replace')).toHaveLength(1)
})

test('deleting a file in use asks twice and lists where it is used', async () => {
  const uses = [{ kind: 'cover' as const, title: 'The long way home', address: '/story/long' }]
  const { asked } = await open({
    'GET /api/media/{id}': () => ({ ...gate, uses }),
    'DELETE /api/media/{id}': (input) => {
      if (JSON.stringify(input).includes('"no"')) throw new Refusal('in-use')
      return { deleted: true }
    },
  })
  const dialog = await show('gate.png')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Delete gate.png?' })).getByRole('button', { name: 'Delete' }),
  )
  const again = within(await screen.findByRole('dialog', { name: 'This file is used in 1 place. Delete it anyway?' }))
  expect(again.getByRole('link', { name: 'The long way home' }).getAttribute('href')).toBe('/story/long')
  await userEvent.click(again.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() => expect(screen.queryByText('gate.png')).toBeNull())
  screen.getByText('paper.pdf')
  expect(asked('DELETE /api/media/{id}')).toHaveLength(2)
})
