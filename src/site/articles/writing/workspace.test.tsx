import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Article } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { ToastHost, toast } from '#site/ui/toast.tsx'
import { type Answers, aViewer, renderPage } from '#test/render-page.tsx'
import { replaceStoryText } from '#test/story-textbox.ts'
import { ARTICLE_ID, fakeServer, paragraphs, someArticle } from '#test/writing.ts'
import EditStoryPage from './edit-story-page.tsx'
import NewStoryPage from './new-story-page.tsx'
import { SAVE_DELAY_MS } from '#site/articles/writing/saving/sending.ts'
import type { LocalStore } from '#site/articles/writing/saving/local-store.ts'
import { memoryStore } from '#site/articles/writing/saving/memory-store.ts'
import { StoreContext } from './use-saving.ts'

// Fake timers skip the pause before a save.
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

/** Longer than the pause after which a change is saved. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(SAVE_DELAY_MS + 100))

type Options = { store?: LocalStore; role?: 'reader' | 'author'; path?: string; templates?: unknown[]; can?: string[] }

async function open(Page: React.ComponentType, server: ReturnType<typeof fakeServer>, options: Options = {}) {
  const {
    store = memoryStore(true),
    role = 'author',
    path = '/articles/edit',
    templates = [],
    can = ['publish'],
  } = options
  const Kept = () => (
    <StoreContext value={async () => store}>
      <Page />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </StoreContext>
  )
  await renderPage(Kept, {
    api: server.api,
    path,
    data: { article: server.article, templates, can },
    viewer: { ...aViewer, role },
  })
  return { store, text: await screen.findByRole('textbox', { name: 'Story' }) }
}

const edit = (article: Partial<Article> = {}, answers: Answers = {}, options?: Options) => {
  const server = fakeServer(someArticle(article), answers)
  return open(EditStoryPage, server, options).then((opened) => ({ server, ...opened }))
}

async function settled() {
  await waitFor(() => expect(document.querySelector('[data-own-bar]')?.textContent).toContain('Saved'))
}

test('a new story is created when something is typed; then the URL changes and the focus stays', async () => {
  const server = fakeServer(null)
  await open(NewStoryPage, server, { path: '/articles/new' })
  expect(server.calls).toEqual([])
  const title = screen.getByRole('textbox', { name: 'Title' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  await userEvent.keyboard('Home')
  await pause()
  await waitFor(() => expect(server.writes).toHaveLength(1))
  expect(server.writes[0]).toMatchObject({ id: expect.stringMatching(/^[A-Za-z0-9]{20}$/), title: 'Home' })
  await waitFor(() => expect(location.href).toContain(`/articles/edit?id=${server.article?.id}`))
  expect(document.activeElement).toBe(title)
})

test('a new story offers what the site allows, whatever the role', async () => {
  await open(NewStoryPage, fakeServer(null), { path: '/articles/new', role: 'author', can: ['submit', 'trash'] })
  screen.getByRole('button', { name: 'Submit for review…' })
  expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull()
})

test('an unsaved story is offered and can be continued', async () => {
  const store = memoryStore(true)
  await store.put({
    key: `${ARTICLE_ID}/gone`,
    articleId: ARTICLE_ID,
    tab: 'gone',
    person: aViewer.id,
    version: null,
    fields: { title: 'On the train', body: paragraphs('Hills.') },
    base: {},
    attempt: null,
    at: Date.now(),
  })
  const server = fakeServer(null)
  await open(NewStoryPage, server, { path: '/articles/new', store })
  await screen.findByText('On the train')
  await userEvent.click(screen.getByRole('button', { name: 'Continue writing' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('On the train'),
  )
  await waitFor(() => expect(server.article).toMatchObject({ id: ARTICLE_ID, title: 'On the train' }))
})

test('an unsaved story can be discarded', async () => {
  const store = memoryStore(true)
  const kept = { key: `${ARTICLE_ID}/x`, articleId: ARTICLE_ID, tab: 'x', person: aViewer.id, version: null }
  await store.put({ ...kept, fields: { title: 'Old' }, base: {}, attempt: null, at: 1 })
  await open(NewStoryPage, fakeServer(null), { path: '/articles/new', store })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await store.findNew(aViewer.id)).toEqual([]))
})

test('a template shows its text as hints and closes the picker', async () => {
  const template = {
    id: 't',
    kind: 'template',
    name: 'Interview',
    description: '',
    title: 'A talk',
    body: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Beginnings' }] },
        ...paragraphs('Who?').content,
      ],
    },
  }
  const server = fakeServer(null)
  const { text } = await open(NewStoryPage, server, { path: '/articles/new', templates: [template] })
  await userEvent.click(screen.getByRole('button', { name: /Interview/ }))
  const hints = () =>
    [...text.querySelectorAll('[data-placeholder]')].map((block) => block.getAttribute('data-placeholder'))
  await waitFor(() => expect(hints().slice(0, 2)).toEqual(['Beginnings', 'Who?']))
  expect(text.textContent).toBe('')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Interview/ })).toBeNull())
  await pause()
  await waitFor(() => expect(server.article?.title).toBe('A talk'))
  expect(server.article?.body.content.slice(0, 2)).toEqual([
    { type: 'heading', attrs: { level: 2, hint: 'Beginnings' } },
    { type: 'paragraph', attrs: { hint: 'Who?' } },
  ])
  // Hints are not text.
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  await screen.findByText('The story has no text.')
})

test('Enter moves from title to subtitle to text, and pasted lines are joined', async () => {
  const { text } = await edit()
  const title = screen.getByRole('textbox', { name: 'Title' })
  await userEvent.click(title)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Subtitle' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(text))
  fireEvent.change(title, { target: { value: 'Two\nlines \r\n here' } })
  expect(title).toHaveProperty('value', 'Two lines here')
})

test('a title has its own direction; its placeholder follows the language of the story', async () => {
  await edit({ title: 'الطرق الطويلة', subtitle: '' })
  expect(screen.getByRole('textbox', { name: 'Title' }).getAttribute('dir')).toBe('auto')
  expect(screen.getByRole('textbox', { name: 'Subtitle' }).getAttribute('dir')).toBeNull()
})

test('near its limit the title shows a character count', async () => {
  await edit({ title: 'x'.repeat(180) })
  expect(screen.getByRole('textbox', { name: 'Title', description: '180 of 200 characters' })).toBeTruthy()
})

test('publishing saves first and publishes that version', async () => {
  const { server } = await edit(
    {},
    {
      'POST /api/articles/{id}/moves': () => ({
        ...server.article,
        state: 'published',
        ref: 'home',
        can: ['update', 'trash'],
        changed: false,
      }),
    },
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Subtitle' }), 'In four parts')
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }))
  const done = within(await screen.findByRole('dialog', { name: 'Published' }))
  expect(done.getByRole('link', { name: 'View story' }).getAttribute('href')).toBe('/story/home')
  expect(server.article?.subtitle).toBe('In four parts')
  expect(server.asked('POST /api/articles/{id}/moves')[0]?.input).toEqual({
    params: { id: ARTICLE_ID },
    body: { move: 'publish', note: '', at: null, version: server.article?.version },
  })
})

test('missing fields are listed with a link, and a story without a title cannot be published', async () => {
  await edit({ title: '' })
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('button', { name: 'Add a title' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' })))
})

const picture = (alt: string) => ({
  type: 'image',
  attrs: { media: null, src: '/a.png', alt, caption: '', size: 'text', width: 3, height: 2 },
})

test('the dialog says who can read what, and counts words as the status bar does', async () => {
  const body = {
    type: 'doc' as const,
    content: [
      ...paragraphs('Don’t stop, 3.14 times.').content,
      { ...picture('Hills'), attrs: { ...picture('Hills').attrs, caption: 'Two hills' } },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Noted' },
          { type: 'footnote', attrs: { text: 'in a note' } },
        ],
      },
      { type: 'membersLine' },
      ...paragraphs('Only members.').content,
    ],
  }
  await edit({ body, access: 'public' })
  const bar = await screen.findByText(/^12 words · 1 min read$/)
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  expect(dialog.getByText(/^\d+ words/).textContent).toContain(bar.textContent)
  dialog.getByText(
    'Everyone can read up to the members-only line (10 words). Members can read the whole story (12 words).',
  )
})

test('every picture without alt text is listed and can be gone to', async () => {
  const body = {
    type: 'doc' as const,
    content: [
      picture('Hills'),
      picture(''),
      { type: 'gallery', attrs: { caption: '' }, content: [picture('A gate'), picture(' ')] },
      ...paragraphs('Text.').content,
    ],
  }
  const { text } = await edit({ body, cover: { media: 'mmmmmmmmmmmmmmmmmmmm', alt: '', focus: null } })
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  dialog.getByText('2 of 4 pictures in the text have no alt text.')
  dialog.getByText('The cover has no alt text.')
  dialog.getByText('Describe:')
  await userEvent.click(dialog.getByRole('button', { name: 'Describe picture 4' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(text.querySelectorAll('.node-gallery .node-image')[1]?.className).toContain('ProseMirror-selectednode'),
  )
})

test('a past time is rejected before it is sent; a future time is scheduled', async () => {
  const { server } = await edit(
    {},
    {
      'POST /api/articles/{id}/moves': ({ body }) => ({
        ...server.article,
        state: 'scheduled',
        scheduledFor: body?.['at'],
      }),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  await userEvent.click(dialog.getByLabelText('Later'))
  const time = dialog.getByLabelText('Date and time')
  fireEvent.change(time, { target: { value: '2020-01-01T09:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await dialog.findByText('Choose a time in the future.')
  fireEvent.change(time, { target: { value: '2090-01-01T09:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByRole('dialog', { name: 'Scheduled' })
  expect(server.asked('POST /api/articles/{id}/moves')[0]?.input).toMatchObject({
    body: { move: 'schedule', at: new Date('2090-01-01T09:00').toISOString() },
  })
})

test('a reader submits for review, with a note', async () => {
  const { server } = await edit(
    { can: ['submit', 'trash'] },
    { 'POST /api/articles/{id}/moves': () => ({ ...server.article, state: 'in-review', can: ['withdraw'] }) },
    { role: 'reader' },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Submit for review…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit for review' }))
  await userEvent.type(dialog.getByLabelText('Note to the editors'), 'Please look')
  await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('dialog', { name: 'Submitted' })
  expect(server.asked('POST /api/articles/{id}/moves')[0]?.input).toMatchObject({
    body: { move: 'submit', note: 'Please look' },
  })
})

test.each([
  [new Refusal('slug-taken'), /Another story uses this address/],
  [new Refusal('not-ready', { missing: ['text'] }), /Add some text first/],
  [new Refusal('wrong-state', { state: 'in-review' }), /changed to “In review”/],
  [new TypeError('Failed to fetch'), /couldn’t reach the server/],
])('a failed publication says what to do: %s', async (refusal, sentence) => {
  await edit(
    {},
    {
      'POST /api/articles/{id}/moves': () => {
        throw refusal
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
})

test('changes saved by another person while the dialog is open are not published unseen', async () => {
  const { server } = await edit(
    {},
    { 'POST /api/articles/{id}/moves': () => ({ ...server.article, state: 'published', can: ['update'] }) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const publish = await screen.findByRole('button', { name: 'Publish now' })
  fireEvent.change(screen.getByRole('textbox', { name: 'Title', hidden: true }), { target: { value: 'Mine' } })
  server.saveElsewhere({ body: paragraphs('Theirs, unseen.') })
  await userEvent.click(publish)
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else saved changes in the meantime')
  expect(server.asked('POST /api/articles/{id}/moves')).toEqual([])
  await userEvent.click(publish)
  await waitFor(() => expect(server.asked('POST /api/articles/{id}/moves')).toHaveLength(1))
})

test('changes that another person saved just before publishing are shown first, once', async () => {
  const { server } = await edit(
    {},
    {
      'POST /api/articles/{id}/moves': ({ body }) => {
        if (body?.['version'] !== server.article?.version) throw new Refusal('version-conflict')
        return { ...server.article, state: 'published', can: ['update'] }
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  const publish = await screen.findByRole('button', { name: 'Publish now' })
  server.saveElsewhere({ body: paragraphs('Theirs, unseen.') })
  await userEvent.click(publish)
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else saved changes in the meantime')
  await userEvent.click(publish)
  await screen.findByRole('dialog', { name: 'Published' })
})

const grace = { id: 'x', handle: 'grace', name: 'Grace' }

test('a conflict shows both versions, and keeping mine overwrites theirs', async () => {
  const { server, text } = await edit({ savedBy: grace })
  server.saveElsewhere({ body: paragraphs('It was dark.') })
  await replaceStoryText(text, 'It was early.')
  await pause()
  await screen.findByRole('heading', { name: 'Resolve conflicting changes' })
  expect(screen.getByRole('deletion').textContent).toBe('dark')
  expect(screen.getByRole('insertion').textContent).toBe('early')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(server.article?.body).toEqual(paragraphs('It was early.')))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Resolve conflicting changes' })).toBeNull())
})

test('changes to different paragraphs are merged without a question', async () => {
  const { server, text } = await edit({ body: paragraphs('It was late.', 'It rained.'), savedBy: grace })
  server.saveElsewhere({ body: paragraphs('It was late.', 'It rained in the hills.') })
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '!')
  await pause()
  await waitFor(() => expect(text.textContent).toBe('It was late.It rained in the hills.'))
  await settled()
  expect(server.writes).toHaveLength(1)
  expect(server.article).toMatchObject({ version: 3, title: 'The long way home!' })
  expect(screen.queryByRole('heading', { name: 'Resolve conflicting changes' })).toBeNull()
})

test('each conflicting block is resolved on its own', async () => {
  const { server, text } = await edit({ body: paragraphs('One day.', 'It rained.', 'The end.'), savedBy: grace })
  server.saveElsewhere({ body: paragraphs('One fine day.', 'It rained.', 'The very end.'), title: 'Theirs' })
  await replaceStoryText(text, 'One May day.\n\nIt rained.\n\nThe bitter end.')
  await pause()
  const first = within(await screen.findByRole('group', { name: 'Text, part 1 of 2' }))
  const second = within(screen.getByRole('group', { name: 'Text, part 2 of 2' }))
  expect(first.getByRole('region', { name: 'Theirs (Grace)' }).textContent).toContain('One fine day.')
  expect(second.getByRole('region', { name: 'Yours' }).textContent).toContain('The bitter end.')
  expect(screen.queryByText('It rained.')?.closest('section')).toBeNull()
  await userEvent.click(first.getByRole('radio', { name: 'Use theirs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Apply choices' }))
  const both = paragraphs('One fine day.', 'It rained.', 'The bitter end.')
  await waitFor(() => expect(server.article).toMatchObject({ body: both, title: 'Theirs' }))
  await waitFor(() => expect(text.textContent).toBe('One fine day.It rained.The bitter end.'))
})

test('using theirs shows it in the editor, and mine can be restored', async () => {
  const { server, text } = await edit({ savedBy: grace })
  server.saveElsewhere({ body: paragraphs('Theirs.') })
  await replaceStoryText(text, 'Mine.')
  await pause()
  await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))
  await waitFor(() => expect(text.textContent).toBe('Theirs.'))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore it' }))
  await pause()
  await waitFor(() => expect(server.article?.body).toEqual(paragraphs('Mine.')))
  expect(screen.queryByRole('button', { name: 'Restore it' })).toBeNull()
})

test('the width of a picture is saved', async () => {
  const media = 'bbbbbbbbbbbbbbbbbbbb'
  const attrs = { media, src: '/media/x/1280.jpg', alt: '', caption: '', size: 'text', width: 800, height: 600 }
  const { server } = await edit({ body: { type: 'doc', content: [{ type: 'image', attrs }, { type: 'paragraph' }] } })
  const choices = () => screen.getByRole('toolbar', { name: 'Picture', hidden: true })
  const wide = () => within(choices()).getByRole('button', { name: 'Wide', hidden: true })
  fireEvent.click(wide())
  await waitFor(() => expect(wide().getAttribute('aria-pressed')).toBe('true'))
  await pause()
  await waitFor(() => expect(server.article?.body.content[0]?.attrs).toEqual({ ...attrs, size: 'wide' }))
  await settled()
  cleanup()
  await open(EditStoryPage, server)
  expect(wide().getAttribute('aria-pressed')).toBe('true')
})

test('a signed-out writer gets a sign-in link that leads back', async () => {
  const { server } = await edit()
  server.trouble = new Refusal('user-token-expired')
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '!')
  await pause()
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe(`/auth/newauth?next=${encodeURIComponent(`/articles/edit?id=${ARTICLE_ID}`)}`)
})

test('screen readers hear about problems and recovery, not about ordinary saves', async () => {
  const { server } = await edit()
  const spoken = () => document.querySelector('[data-own-bar] output')?.textContent
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '1')
  await pause()
  await waitFor(() => expect(server.writes).toHaveLength(1))
  await settled()
  expect(spoken()).toBe('')
  server.trouble = 'down'
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '2')
  await pause()
  await waitFor(() => expect(spoken()).toBe('You’re offline. Changes are saved on this device.'))
  server.trouble = null
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(spoken()).toBe('Saved again'))
})

test('a validation error is shown at its setting', async () => {
  await edit(
    {},
    {
      'PUT /api/articles/{id}/draft': () => {
        throw new Refusal('slug-taken')
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  const field = await screen.findByLabelText('Address')
  fireEvent.change(field, { target: { value: 'the long way' } })
  expect(field).toHaveProperty('value', 'the-long-way')
  await pause()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const notes = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(notes?.textContent).toContain('Another story uses this address')
})

test('tags are added with comma and Enter, five at most, and removed with Backspace', async () => {
  const { server } = await edit({ tags: ['one'] }, { 'GET /api/tags': () => [] })
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  const field = await screen.findByLabelText('Tags')
  await userEvent.type(field, 'two,ONE,three{Enter}')
  fireEvent.change(field, { target: { value: 'four, five, six' } })
  await pause()
  await waitFor(() => expect(server.article?.tags).toEqual(['one', 'two', 'three', 'four', 'five']))
  await userEvent.type(field, '{Backspace}')
  await pause()
  await waitFor(() => expect(server.article?.tags).toEqual(['one', 'two', 'three', 'four']))
})

const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})

test('the outline lists the headings, marks the current one and jumps to each', async () => {
  const body = {
    type: 'doc' as const,
    content: [heading(2, 'Beginning'), ...paragraphs('One.').content, heading(3, 'End'), ...paragraphs('Two.').content],
  }
  const { text } = await edit({ body })
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Outline' }))
  const outline = within(await screen.findByRole('navigation', { name: 'Outline' }))
  const names = () => outline.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Beginning', 'End'])
  const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  await userEvent.click(outline.getByRole('button', { name: 'End' }))
  await waitFor(() =>
    expect(outline.getByRole('button', { name: 'End' }).getAttribute('aria-current')).toBe('location'),
  )
  expect(document.activeElement).toBe(text)
  const beginning = outline.getByRole('button', { name: 'Beginning' })
  expect(beginning.hasAttribute('aria-current')).toBe(false)
  // On a phone the panel covers the text, and closes.
  media.mockReturnValue({ matches: false } as MediaQueryList)
  await userEvent.click(beginning)
  media.mockRestore()
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Outline' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(text))
})

test('focus mode hides the bar, is remembered, and ends with Escape', async () => {
  await edit()
  const isOn = () => document.querySelector('[data-writing]')?.hasAttribute('data-focused')
  expect(isOn()).toBe(false)
  fireEvent.keyDown(document.body, { key: 'F', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(isOn()).toBe(true))
  cleanup()
  await edit()
  await waitFor(() => expect(isOn()).toBe(true))
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true })
  await pause()
  expect(isOn()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(isOn()).toBe(false))
  screen.getByText('Focus mode off.')
  expect(screen.queryByRole('button', { name: 'Leave focus mode' })).toBeNull()
  expect(localStorage.getItem('bramble:focus-mode')).toBeNull()
})

test('Escape ends focus mode while a toast is shown, unless pressed in the toast', async () => {
  await edit()
  const isOn = () => document.querySelector('[data-writing]')?.hasAttribute('data-focused')
  fireEvent.keyDown(document.body, { key: 'F', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(isOn()).toBe(true))
  await act(() => toast({ title: 'Copied' }))
  const close = await screen.findByRole('button', { name: 'Close' })
  fireEvent.keyDown(close, { key: 'Escape' })
  await pause()
  expect(isOn()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(isOn()).toBe(false))
  screen.getByText('Copied')
})

test('focus mode focuses the text, is announced, and shows that changes are not saved', async () => {
  const { server, text } = await edit()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Focus mode' }))
  await waitFor(() => expect(document.activeElement).toBe(text))
  screen.getByText(/^Focus mode on/)
  const leave = screen.getByRole('button', { name: 'Leave focus mode' })
  const status = () => leave.parentElement?.querySelector('[data-saving]')
  expect(status()?.closest('.sr-only')).not.toBeNull()
  server.trouble = 'down'
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '2')
  await pause()
  await waitFor(() => expect(status()?.closest('.sr-only')).toBeNull())
  expect(status()?.querySelector('output')?.textContent).toContain('offline')
  await userEvent.click(leave)
  await waitFor(() => expect(document.activeElement).toBe(text))
})

test('a story with unsaved changes is not duplicated, and two choices or a retry make one copy', async () => {
  let fail = () => {}
  const { server } = await edit(
    {},
    {
      'POST /api/articles/{id}/duplicate': () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('The connection was lost'))
        }),
    },
  )
  const duplicate = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  }
  const copies = () => server.asked('POST /api/articles/{id}/duplicate')
  server.trouble = 'down'
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '2')
  await duplicate()
  await screen.findAllByText(/Your changes couldn’t be saved/)
  expect(copies()).toHaveLength(0)
  server.trouble = null
  await duplicate()
  await waitFor(() => expect(copies()).toHaveLength(1))
  await duplicate()
  await pause()
  expect(copies()).toHaveLength(1)
  // A retry makes the same copy: the server may have made it before the connection was lost.
  await act(async () => fail())
  await duplicate()
  await waitFor(() => expect(copies()).toHaveLength(2))
  expect(copies()[1]?.input).toEqual(copies()[0]?.input)
})

test('duplicating saves first and copies the article', async () => {
  const { server } = await edit(
    {},
    { 'POST /api/articles/{id}/duplicate': () => someArticle({ id: 'dddddddddddddddddddd' }) },
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Subtitle' }), 'New')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(server.asked('POST /api/articles/{id}/duplicate')).toHaveLength(1))
  expect(server.asked('POST /api/articles/{id}/duplicate')[0]?.input).toEqual({
    params: { id: ARTICLE_ID },
    body: { id: expect.stringMatching(/^[A-Za-z0-9]{20}$/) },
  })
  expect(server.article?.subtitle).toContain('New')
})

test('a trashed story is read-only and can be restored', async () => {
  const { server, text } = await edit(
    { state: 'trashed', can: ['untrash'] },
    { 'POST /api/articles/{id}/moves': () => ({ ...server.article, state: 'draft', can: ['publish', 'trash'] }) },
  )
  expect(text.getAttribute('contenteditable')).toBe('false')
  const [first] = screen.getAllByRole('button', { name: 'Restore from trash' })
  if (first) await userEvent.click(first)
  await waitFor(() => expect(text.getAttribute('contenteditable')).toBe('true'))
})

test('a scheduled story says when it goes out and why it cannot be changed, and can be unscheduled', async () => {
  const scheduledFor = '2030-05-04T09:30:00.000Z'
  const { server, text } = await edit(
    { state: 'scheduled', scheduledFor, can: ['unschedule'], may: { ...someArticle().may, edit: false } },
    {
      'POST /api/articles/{id}/moves': () => ({
        ...server.article,
        state: 'draft',
        can: ['submit'],
        scheduledFor: null,
        may: someArticle().may,
      }),
    },
    { role: 'reader' },
  )
  expect(text.getAttribute('contenteditable')).toBe('false')
  const notice = screen.getByText(/approved this version, so you can’t edit it/).closest('[role=status]')
  const local = new Date(scheduledFor).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  expect(notice?.textContent).toContain('Scheduled for 4 May 2030')
  expect(notice?.textContent).toContain(local)
  expect(notice?.textContent).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' '))
  await userEvent.click(screen.getByRole('button', { name: 'Unschedule' }))
  await waitFor(() => expect(text.getAttribute('contenteditable')).toBe('true'))
  expect(screen.queryByText(/Scheduled for/)).toBeNull()
})

test('the reviewer’s message is shown at the top', async () => {
  await edit({
    lastNote: {
      move: 'request-changes',
      text: 'More about the sea, please.',
      by: { id: 'x', handle: 'grace', name: 'Grace' },
      at: '2026-01-01T10:00:00.000Z',
    },
  })
  expect(screen.getByText('More about the sea, please.')).toBeTruthy()
})
