import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Preview } from '#contract/articles/review.ts'
import { Refusal } from '#contract/errors.ts'
import { apiForPage } from '#site/server-api.ts'
import { aPreview, idOf, personRef } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { truncate } from './truncated-text.tsx'
import { splitPreview } from './preview-parts.ts'
import { previewData } from './preview-data.ts'
import PreviewPage from './preview-page.tsx'

async function open(
  more: Partial<Preview> = {},
  answers: Answers = {},
  given: { key?: string; editor?: boolean } = {},
) {
  const fake = fakeApi(answers)
  const data = { ...splitPreview(aPreview(more)), linkKey: given.key ?? null, bare: false, as: 'member' }
  const viewer = given.key ? null : { ...aViewer, role: given.editor ? ('editor' as const) : ('author' as const) }
  await renderPage(PreviewPage, { api: fake.api, path: '/preview/x', data, viewer })
  return fake
}

const show = (name: string) => userEvent.click(screen.getByRole('radio', { name }))

test('a members-only story can be previewed as a visitor', async () => {
  await open({ membersHtml: '<p>The secret.</p>' })
  screen.getByText('Members only below this line')
  screen.getByText('The secret.')
  await show('As a visitor')
  expect(screen.queryByText('The secret.')).toBeNull()
  screen.getByText('The rest of this story is for members')
})

test('other devices are frames of the bare story, by editor route or by link key', async () => {
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

test('a search result shows what is cut off', async () => {
  await open({ title: 'A title that is a good deal longer than what a search engine has room for' })
  await show('Search result')
  screen.getByText('A title that is a good deal longer than what a search …')
  expect(screen.getByText('73 of 60, cut off').textContent).toContain('cut off')
})

test('texts are truncated at a word and never inside a character', () => {
  expect(truncate('short', 10)).toBe('short')
  expect(truncate('two words here', 9)).toBe('two …')
  expect(truncate('🫐🫐🫐🫐', 3)).toBe('🫐🫐 …')
})

test('a share link is shown once and can be revoked', async () => {
  const link = {
    id: idOf('link'),
    by: personRef,
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
  const popover = within(await screen.findByRole('dialog', { name: 'Share draft' }))
  await userEvent.selectOptions(popover.getByLabelText('Expires after'), '7')
  await userEvent.click(popover.getByRole('button', { name: 'Create link' }))
  await popover.findByText(/key=open%2Fsesame$/)
  expect(asked('POST /api/articles/{id}/links')[0]?.input).toMatchObject({ body: { days: 7 } })
  await userEvent.click(popover.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(popover.queryByText(/open%2Fsesame/)).toBeNull())
  popover.getByText('No links yet.')
})

test('an expired link shows a message with 410; without a link the page is 404', async () => {
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
  screen.getByRole('heading', { name: 'This link has expired' })
})
