import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import { memoryStore } from '#site/articles/writing/saving/memory-store.ts'
import { SAVE_DELAY_MS } from '#site/articles/writing/saving/sending.ts'
import { StoreContext } from '#site/articles/writing/use-saving.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { paragraphs } from '#test/writing.ts'
import EditPage from './edit-page.tsx'

// Fake timers skip the pause before a save.
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

/** Longer than the pause after which a change is saved. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(SAVE_DELAY_MS + 100))

const admin = { id: aViewer.id, handle: aViewer.handle, name: aViewer.name }
const other = { id: 'otheradmin', handle: 'bea', name: 'Bea' }
const AT = '2026-01-01T10:00:00.000Z'
const OLD = 'vvvvvvvvvvvvvvvvvvvv'

function someDraft(more: Partial<SitePageDraft> = {}): SitePageDraft {
  return {
    page: 'about',
    title: 'About {site}',
    subtitle: 'What it is',
    body: paragraphs('It is a site.'),
    version: 4,
    savedAt: AT,
    savedBy: admin,
    words: 4,
    readingMinutes: 1,
    changed: false,
    published: { at: AT, by: admin },
    ...more,
  }
}

/** A server with one draft that follows the contract. */
function aServer(first: SitePageDraft, answers: Answers = {}) {
  const server = { draft: first, saves: [] as Record<string, unknown>[], signedOut: false }
  const check = (version: unknown) => {
    if (server.signedOut) throw new Refusal('sign-in-needed')
    if (version !== server.draft.version) throw new Refusal('version-conflict')
  }
  const fake = fakeApi({
    'GET /api/admin/pages/{page}': () => structuredClone(server.draft),
    'PUT /api/admin/pages/{page}/draft': ({ body: { version, save: _save, ...fields } = {} }) => {
      check(version)
      server.saves.push(fields)
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      server.draft = { ...server.draft, ...given, version: server.draft.version + 1, changed: true }
      const { savedAt, words, readingMinutes, changed } = server.draft
      return { version: server.draft.version, savedAt, words, readingMinutes, changed }
    },
    'POST /api/admin/pages/{page}/publish': ({ body = {} }) => {
      check(body['version'])
      server.draft = { ...server.draft, changed: false }
      return structuredClone(server.draft)
    },
    ...answers,
  })
  return Object.assign(server, fake)
}

async function edit(first: Partial<SitePageDraft> = {}, answers: Answers = {}) {
  const server = aServer(someDraft(first), answers)
  const store = memoryStore(true)
  const Page = () => (
    <StoreContext value={async () => store}>
      <EditPage />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </StoreContext>
  )
  const viewer = { ...aViewer, role: 'admin' as const }
  await renderPage(Page, {
    api: server.api,
    path: '/admin/settings/pages/about',
    data: { draft: server.draft },
    viewer,
  })
  await screen.findByRole('textbox', { name: 'Text' })
  return { server, store }
}

const title = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' })
const publishButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish…' })

test('a change is saved by itself, and publishing sends the saved version with the note', async () => {
  const { server } = await edit()
  expect(publishButton().disabled).toBe(true)
  await userEvent.type(title(), '!')
  await pause()
  await waitFor(() => expect(server.saves).toHaveLength(1))
  expect(server.saves[0]).toMatchObject({ title: 'About {site}!' })
  await waitFor(() => expect(publishButton().disabled).toBe(false))
  await userEvent.click(publishButton())
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /What changed/ }), 'An exclamation mark')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }))
  await screen.findByText('Page published')
  expect(server.asked('POST /api/admin/pages/{page}/publish').map(({ input }) => input)).toEqual([
    { params: { page: 'about' }, body: { version: 5, note: 'An exclamation mark' } },
  ])
  await waitFor(() => expect(publishButton().disabled).toBe(true))
})

test('parts of the editor that only stories have are not there', async () => {
  await edit()
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
  expect(screen.queryByText('Add a cover')).toBeNull()
})

test('when another admin changed the same text, both versions are shown and mine can be kept', async () => {
  const { server } = await edit()
  server.draft = { ...server.draft, title: 'About them', version: 9, savedBy: other }
  await userEvent.type(title(), ' and me')
  await pause()
  await screen.findByRole('heading', { name: 'Resolve conflicting changes' })
  expect(screen.getByText(/saved this page/).textContent).toContain('Bea')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(server.draft).toMatchObject({ title: 'About {site} and me', version: 10 }))
})

test('publishing what another admin changed meanwhile is refused, and shows their change first', async () => {
  const { server } = await edit({ changed: true })
  await userEvent.click(publishButton())
  const dialog = await screen.findByRole('dialog')
  server.draft = { ...server.draft, subtitle: 'Changed elsewhere', version: 5, savedBy: other }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }))
  await within(dialog).findByText(/Another admin saved changes in the meantime/)
  expect(screen.getByText('Changed elsewhere', { selector: 'textarea' })).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }))
  await screen.findByText('Page published')
})

test('after the sign-in has expired, the text stays in this browser and the way back is offered', async () => {
  const { server, store } = await edit()
  server.signedOut = true
  await userEvent.type(title(), ', unsaved')
  await pause()
  await screen.findByText('You’ve been signed out')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(
    encodeURIComponent('/admin/settings/pages/about'),
  )
  expect(await store.find('page-about')).toMatchObject([{ fields: { title: 'About {site}, unsaved' } }])
})

test('an admin who may no longer edit learns that the page cannot be saved', async () => {
  await edit(
    {},
    {
      'PUT /api/admin/pages/{page}/draft': () => {
        throw new Refusal('not-allowed')
      },
    },
  )
  await userEvent.type(title(), '!')
  await pause()
  const notice = (await screen.findByText('Can’t save this page')).closest('[role=alert]')
  expect(notice?.textContent).toContain('You can’t edit this page right now.')
})

test('an earlier version is compared and restored into the draft', async () => {
  const card = { id: OLD, kind: 'published', version: 2, title: 'Old title', words: 2, savedBy: admin, savedAt: AT }
  const old = { ...card, subtitle: '', body: paragraphs('Old text.'), note: 'The first one' }
  const { server } = await edit(
    {},
    {
      'GET /api/admin/pages/{page}/versions': () => ({ items: [{ ...card, note: 'The first one' }], next: null }),
      'GET /api/admin/pages/{page}/versions/{version}': () => old,
      'POST /api/admin/pages/{page}/versions/{version}/restore': () =>
        someDraft({ title: 'Old title', body: old.body, version: 5, changed: true }),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  await screen.findByText('The first one')
  expect((await screen.findByRole('link', { name: 'View as a page' })).getAttribute('href')).toContain(
    `/admin/settings/pages/about/preview?version=${OLD}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Restore this version…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(title().value).toBe('Old title'))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' }).textContent).toContain('Old text.'))
  expect(server.asked('POST /api/admin/pages/{page}/versions/{version}/restore')[0]?.input).toMatchObject({
    body: { version: 4 },
  })
})

test('the draft is reset to the default text after a question', async () => {
  await edit(
    {},
    {
      'POST /api/admin/pages/{page}/reset': () => someDraft({ title: 'Default', version: 5, changed: true }),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset to default text…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reset the draft' }))
  await waitFor(() => expect(title().value).toBe('Default'))
})
