import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Preview } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { apiForPage } from '#site/server-api.ts'
import { aPreview, idOf, who } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { cut } from './cut-text.tsx'
import { toParts } from './parts.ts'
import { previewData } from './preview-data.ts'
import PreviewPage from './preview-page.tsx'

async function open(
  more: Partial<Preview> = {},
  answers: Answers = {},
  given: { key?: string; editor?: boolean } = {},
) {
  const fake = fakeApi(answers)
  const data = { ...toParts(aPreview(more)), linkKey: given.key ?? null, bare: false, as: 'member' }
  const viewer = given.key ? null : { ...aViewer, role: given.editor ? ('editor' as const) : ('author' as const) }
  await renderPage(PreviewPage, { api: fake.api, path: '/preview/x', data, viewer })
  return fake
}

const show = (name: string) => userEvent.click(screen.getByRole('radio', { name }))

test('the part for members can be seen as others see it', async () => {
  await open({ membersHtml: '<p>The secret.</p>' })
  screen.getByText('Members read on from here')
  screen.getByText('The secret.')
  await show('As a visitor')
  expect(screen.queryByText('The secret.')).toBeNull()
  screen.getByText('The rest of this story is for members')
})

test('a phone is a frame of the bare story: the editors’ own, or by the key', async () => {
  await open({}, {}, { editor: true })
  await show('Phone')
  const frame = () => screen.getByTitle('The long way home on a phone').getAttribute('src')
  expect(frame()).toContain('/admin/articles/Iframe?article=')
  cleanup()
  await open({ mayEdit: false }, {}, { key: 'k&y' })
  await show('Tablet')
  const tablet = screen.getByTitle('The long way home on a tablet')
  expect(tablet.getAttribute('src')).toBe(`/preview/${idOf('The long way home')}?bare=1&as=member&key=k%26y`)
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('a search result says what is cut off', async () => {
  await open({ title: 'A title that is a good deal longer than what a search engine has room for' })
  await show('Search result')
  screen.getByText('A title that is a good deal longer than what a search …')
  expect(screen.getByText('73 of 60, cut off').textContent).toContain('cut off')
})

test('texts are cut at a word, and not in the middle of a sign', () => {
  expect(cut('short', 10)).toBe('short')
  expect(cut('two words here', 9)).toBe('two …')
  expect(cut('🫐🫐🫐🫐', 3)).toBe('🫐🫐 …')
})

test('a link is told once and can be ended', async () => {
  const link = {
    id: idOf('link'),
    by: who,
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2026-11-15T00:00:00.000Z',
  }
  const { asked } = await open(
    {},
    {
      'GET /api/articles/{id}/links': () => [],
      'POST /api/articles/{id}/links': () => ({ ...link, key: 'open/sesame' }),
      'DELETE /api/articles/{id}/links/{link}': () => ({ deleted: true }),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Share the draft' }))
  await userEvent.selectOptions(popover.getByLabelText('How long it works'), '7')
  await userEvent.click(popover.getByRole('button', { name: 'Make a link' }))
  await popover.findByText(/key=open%2Fsesame$/)
  expect(asked('POST /api/articles/{id}/links')[0]?.input).toMatchObject({ body: { days: 7 } })
  await userEvent.click(popover.getByRole('button', { name: 'End' }))
  await waitFor(() => expect(popover.queryByText(/open%2Fsesame/)).toBeNull())
  popover.getByText('No links yet.')
})

test('a link that has ended says so; without one, there is no such page', async () => {
  const refuse = fakeApi({
    'GET /api/previews/{ref}': () => {
      throw new Refusal('not-found')
    },
  })
  const args = { path: '/preview/x', params: { article: 'x' }, api: apiForPage(refuse.api, '/preview/x'), viewer: null }
  await expect(previewData({ ...args, query: { key: 'old' } })).resolves.toMatchObject({
    data: null,
    init: { status: 410 },
  })
  await expect(previewData({ ...args, query: {} })).rejects.toMatchObject({ init: { status: 404 } })
  await renderPage(PreviewPage, { api: refuse.api, path: '/preview/x', data: null })
  screen.getByRole('heading', { name: 'This link has ended' })
})
