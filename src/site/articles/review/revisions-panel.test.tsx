import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { aRevision, aText, anArticleInReview, idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import RevisionsPanel from './revisions-panel.tsx'

const list = [
  aRevision('newer', { kind: 'published', savedAt: '2026-11-02T10:00:00.000Z' }),
  aRevision('older', { savedAt: '2026-11-01T10:00:00.000Z' }),
]
const whole = { subtitle: '' }

async function open(answers: Answers = {}, article: Partial<Article> = {}) {
  const fake = fakeApi({
    'GET /api/articles/{id}/revisions': () => ({ items: list, next: null }),
    'GET /api/articles/{id}/revisions/{revision}': ({ params }) => {
      const card = list.find(({ id }) => id === params?.['revision'])
      return { ...card, ...whole, body: aText(`The ${card?.title} text`) }
    },
    ...answers,
  })
  const onRestored = vi.fn<(article: Article) => void>()
  const onClose = vi.fn<() => void>()
  const Page = () => <RevisionsPanel article={anArticleInReview(article)} onRestored={onRestored} onClose={onClose} />
  await renderPage(Page, { api: fake.api, viewer: aViewer })
  await screen.findByText(/The newer text/)
  return { ...fake, onRestored, onClose }
}

async function restore() {
  await userEvent.click(screen.getByRole('button', { name: 'Restore this version…' }))
  return within(await screen.findByRole('dialog', { name: 'Restore this version?' }))
}

test('versions are listed by day, and the newest is compared with the draft', async () => {
  await open()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Monday, 2 November 2026', 'Sunday, 1 November 2026']),
  )
  screen.getByText(/It was a long way home/)
})

test('any two versions can be compared', async () => {
  await open()
  await userEvent.selectOptions(screen.getByLabelText('with'), idOf('older'))
  await waitFor(() => expect(screen.getAllByRole('insertion').at(-1)?.textContent).toBe('older'))
  expect(screen.getAllByRole('deletion').at(-1)?.textContent).toBe('newer')
  expect(screen.queryByText(/It was a long way home/)).toBeNull()
})

test('restoring sends the open version', async () => {
  const back = anArticleInReview({ version: 8 })
  const { asked, onRestored } = await open({
    'POST /api/articles/{id}/revisions/{revision}/restore': () => back,
  })
  const dialog = await restore()
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(onRestored).toHaveBeenCalledWith(back))
  expect(asked('POST /api/articles/{id}/revisions/{revision}/restore')[0]?.input).toMatchObject({
    params: { revision: idOf('newer') },
    body: { version: 7 },
  })
})

test('after a concurrent save, restoring needs a second confirmation', async () => {
  const { asked, onRestored } = await open({
    'GET /api/articles/{id}': () => anArticleInReview({ version: 9 }),
    'POST /api/articles/{id}/revisions/{revision}/restore': ({ body }) => {
      if (body?.['version'] === 7) throw new Refusal('version-conflict')
      return anArticleInReview({ version: 10 })
    },
  })
  const dialog = await restore()
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await dialog.findByText(/Someone saved changes in the meantime/)
  expect(onRestored).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Restore anyway' }))
  await waitFor(() => expect(onRestored).toHaveBeenCalled())
  expect(asked('POST /api/articles/{id}/revisions/{revision}/restore')[1]?.input).toMatchObject({
    body: { version: 9 },
  })
})

test('restoring needs permission to edit', async () => {
  const { onClose } = await open({}, { may: { edit: false, feature: false, invite: false, review: false } })
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalled()
})
