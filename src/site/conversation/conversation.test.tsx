import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Thread } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { FakeEventSource } from '#test/event-source.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { aResponse, aThread, idFor } from '#test/threads.ts'
import { Conversation } from './conversation.tsx'

type Live = LiveEvents['response']

/** Treats every element as near the viewport. */
class NearAtOnce {
  readonly tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: NearAtOnce['tell']) {
    this.tell = tell
  }
  observe() {
    queueMicrotask(() => this.tell([{ isIntersecting: true }]))
  }
  disconnect() {}
}

beforeEach(() => {
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('IntersectionObserver', NearAtOnce)
  vi.stubGlobal('CSS', { supports: () => true })
})

const story = { id: idFor('story'), slug: 'hedge', address: 'http://localhost/story/hedge', takesResponses: true }
const me: Viewer = { ...aViewer, id: idFor('ada') }
const mine = { id: me.id, handle: me.handle, name: me.name, about: '', avatar: null }

type Given = { items?: Thread[]; next?: string | null; count?: number; viewer?: Viewer | null; at?: string | null }

let opened = 0

async function open(answers: Answers = {}, { items = [], next = null, count, viewer = me, at = null }: Given = {}) {
  const fake = fakeApi(answers)
  const responses = { items, next, count: count ?? items.length, sort: 'best' as const, before: null, at }
  // Another path each time, because lists are restored by path.
  const path = `/story/${(opened += 1)}`
  await renderPage(() => <Conversation story={story} responses={responses} />, { api: fake.api, viewer, path })
  return fake
}

const shown = () => screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))
const words = (text: string) => screen.queryAllByText(text).length
const receive = async (event: Partial<Live> & { id: string }) => {
  await waitFor(() => expect(FakeEventSource.open()).toHaveLength(1))
  const [source] = FakeEventSource.open()
  expect(source?.url.searchParams.get('story')).toBe(story.id)
  await act(async () => source?.send('response', { parent: null, change: 'new', responses: 9, ...event }))
}

describe('writing', () => {
  async function write(text: string) {
    await userEvent.click(screen.getByRole('button', { name: 'Write the first response' }))
    const field = await screen.findByRole('textbox', { name: 'Your response' })
    await userEvent.type(field, text)
    return field
  }

  test('a rejected draft survives a reload and is sent again with the same key', async () => {
    const refuse = () => {
      throw new Refusal('too-many-requests')
    }
    const first = await open({ 'POST /api/stories/{ref}/responses': refuse })
    await write('Long thoughts')
    await userEvent.click(screen.getByRole('button', { name: 'Respond' }))
    await screen.findByText(/^Too many attempts/)
    cleanup()

    const post = vi.fn<() => unknown>(() => aResponse('Long thoughts', { author: mine }))
    const again = await open({ 'POST /api/stories/{ref}/responses': post })
    const field = await screen.findByRole('textbox', { name: 'Your response' })
    expect(field).toHaveProperty('value', 'Long thoughts')
    await userEvent.type(field, '{Control>}{Enter}{/Control}')
    await screen.findByRole('article', { name: 'Response by Ada' })
    const sent = [first, again]
      .flatMap(({ asked }) => asked('POST /api/stories/{ref}/responses'))
      .map(({ input }) => input)
    expect(sent[0]).toEqual(sent[1])
    expect(localStorage).toHaveLength(0)
    expect(screen.queryByRole('textbox')).toBeNull()
    screen.getByRole('heading', { name: '1 response' })
  })

  test('a visitor’s draft goes to the next person who signs in, a person’s draft is theirs alone', async () => {
    await open({}, { viewer: null })
    await write('Before signing in')
    const link = screen.getByRole('link', { name: 'Sign in to respond' })
    expect(link.getAttribute('href')).toBe('/auth/newauth?next=%2Fstory%2Fhedge%23responses')
    cleanup()
    await open()
    const field = await screen.findByRole('textbox', { name: 'Your response' })
    expect(field).toHaveProperty('value', 'Before signing in')
    await userEvent.type(field, ', and after')
    cleanup()
    await open({}, { viewer: { ...me, id: idFor('someoneelse') } })
    await screen.findByRole('button', { name: 'Write the first response' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('says before posting that a response will be reviewed, and why', async () => {
    const REVIEW = 'GET /api/stories/{ref}/responses/review'
    await open({ [REVIEW]: () => ({ reviewed: 'all', maxLinks: 2 }) })
    await write('x')
    await screen.findByText(/^Until your first response is approved, your responses are reviewed/)
    cleanup()
    localStorage.clear()
    await open({ [REVIEW]: () => ({ reviewed: 'some', maxLinks: 2 }) })
    await write('https://a.example https://b.example')
    const notice = document.querySelector('form > output')
    expect(notice?.className).not.toMatch(/hidden/)
    expect(
      words(
        'Responses with more than 2 links are reviewed before they appear. We’ll notify you when yours is approved.',
      ),
    ).toBe(0)
    await userEvent.type(screen.getByRole('textbox'), ' https://c.example')
    await waitFor(() => expect(notice?.textContent).toMatch(/^Responses with more than 2 links are reviewed/))
  })

  test('says after posting why a response is held', async () => {
    const held = aResponse('Hello', { author: mine, state: 'held', heldFor: 'first' })
    await open({ 'POST /api/stories/{ref}/responses': () => held })
    await write('Hello')
    await userEvent.click(screen.getByRole('button', { name: 'Respond' }))
    await screen.findByText(
      'Waiting for review: new members’ responses are reviewed until the first is approved. Only you and the moderators can see it.',
    )
    expect(screen.getByText('Your response is waiting for review.').tagName).toBe('OUTPUT')
  })

  test('shows the characters left near the limit, and sends nothing beyond it', async () => {
    const { asked } = await open()
    const field = await write('x')
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste('y'.repeat(9_990))
    screen.getByText('10 characters left.')
    await userEvent.paste('y'.repeat(15))
    screen.getByText('5 characters over the limit.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(asked('POST /api/stories/{ref}/responses')).toEqual([])
  })

  test('a reply to a reply joins the thread and mentions the person it answers', async () => {
    const reply = aResponse('Indeed', {
      author: { id: idFor('kim'), handle: 'kim', name: 'Kim', about: '', avatar: null },
    })
    const thread = aThread('So?', {}, [reply])
    const { asked } = await open(
      {
        'POST /api/stories/{ref}/responses': ({ body }) =>
          aResponse(String(body?.['text']), { parent: thread.response.id, author: mine }),
      },
      { items: [thread] },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Reply to Kim' }))
    const field = await screen.findByRole('textbox', { name: 'Your reply to Maren' })
    expect(field).toHaveProperty('value', '@kim ')
    await userEvent.type(field, 'Agreed')
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
    await screen.findByText('@kim Agreed')
    expect(asked('POST /api/stories/{ref}/responses')[0]?.input).toMatchObject({
      body: { text: '@kim Agreed', parent: thread.response.id },
    })
    expect(shown()).toEqual(['Response by Maren', 'Reply by Kim', 'Reply by Ada'])
  })
})

describe('mentions', () => {
  const people = ['Ina', 'Igor', 'Ivy'].map((name) => ({
    id: idFor(name),
    handle: name.toLowerCase(),
    name,
    about: '',
    avatar: null,
  }))

  async function type(text: string) {
    const fake = await open({ 'GET /api/stories/{ref}/mentionable': () => people })
    await userEvent.click(screen.getByRole('button', { name: 'Write the first response' }))
    const field = await screen.findByRole('textbox', { name: 'Your response' })
    await userEvent.type(field, text)
    return { ...fake, field }
  }

  test('are chosen with the keyboard while the focus stays in the text', async () => {
    const { field, asked } = await type('Ask @i')
    const list = await screen.findByRole('listbox', { name: 'People to mention' })
    expect(asked('GET /api/stories/{ref}/mentionable').at(-1)?.input).toMatchObject({ query: { q: 'i' } })
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-controls')).toBe(list.id)
    const chosen = () => within(list).getByRole('option', { selected: true })
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id)
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen().textContent).toBe('Igor@igor')
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(chosen().textContent).toBe('Ivy@ivy')
    await userEvent.keyboard('{Enter}')
    expect(field).toHaveProperty('value', 'Ask @ivy ')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('now')
    expect(field).toHaveProperty('value', 'Ask @ivy now')
  })

  test('Escape closes the list for this mention, and a click chooses', async () => {
    const { field } = await type('@i')
    await screen.findByRole('listbox')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('n @i')
    await userEvent.click(await screen.findByRole('option', { name: /Igor/ }))
    expect(field).toHaveProperty('value', '@in @igor ')
    expect(document.activeElement).toBe(field)
  })

  test('an email address is not a mention', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const settle = () => act(() => vi.advanceTimersByTimeAsync(1000))
    const { asked } = await type('me@i')
    await settle()
    expect(asked('GET /api/stories/{ref}/mentionable')).toEqual([])
    await userEvent.keyboard(' @i')
    await settle()
    expect(asked('GET /api/stories/{ref}/mentionable')).toHaveLength(1)
  })
})

describe('likes', () => {
  test('a like shows at once and is reverted if it is refused', async () => {
    let refuse = () => {}
    await open(
      {
        'PUT /api/responses/{id}/like': () =>
          new Promise((_, no) => {
            refuse = () => no(new Refusal('not-found'))
          }),
      },
      { items: [aThread('Nice', { likes: 4 })] },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Like the response by Maren, 4', pressed: false }))
    screen.getByRole('button', { name: 'Like the response by Maren, 5', pressed: true })
    refuse()
    const back = await screen.findByRole('button', { name: 'Like the response by Maren, 4' })
    expect(back.getAttribute('aria-pressed')).toBe('false')
  })

  test('the last of several quick clicks wins, one request at a time', async () => {
    const waiting: (() => void)[] = []
    const answer = (liked: boolean) => () =>
      new Promise((yes) => waiting.push(() => yes({ liked, likes: liked ? 5 : 4 })))
    const { calls } = await open(
      { 'PUT /api/responses/{id}/like': answer(true), 'DELETE /api/responses/{id}/like': answer(false) },
      { items: [aThread('Nice', { likes: 4 })] },
    )
    const heart = screen.getByRole('button', { name: /^Like the response/ })
    for (let press = 0; press < 4; press++) await userEvent.click(heart)
    expect(calls).toHaveLength(1)
    waiting[0]?.()
    await waitFor(() => expect(calls).toHaveLength(2))
    waiting[1]?.()
    await screen.findByRole('button', { name: 'Like the response by Maren, 4', pressed: false })
    expect(calls).toHaveLength(2)
  })

  test('a visitor gets a link to sign in that leads back to the response', async () => {
    const thread = aThread('Nice')
    await open({}, { items: [thread], viewer: null })
    const { id } = thread.response
    expect(screen.getByRole('link', { name: 'Like the response by Maren' }).getAttribute('href')).toBe(
      `/auth/newauth?next=${encodeURIComponent(`/story/hedge?at=${id}#response-${id}`)}`,
    )
  })
})

describe('live updates', () => {
  test('the viewer’s own response appears once, whether the reply or the event comes first', async () => {
    const own = aResponse('By me', { author: mine })
    let answer = () => {}
    await open(
      {
        'POST /api/stories/{ref}/responses': () => new Promise((yes) => (answer = () => yes(own))),
        'GET /api/responses/{id}': () => own,
      },
      { items: [aThread('First')] },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Write a response' }))
    await userEvent.type(await screen.findByRole('textbox'), 'By me')
    await userEvent.click(screen.getByRole('button', { name: 'Respond' }))
    await receive({ id: own.id, responses: 2 })
    expect(shown()).toEqual(['Response by Ada', 'Response by Maren'])
    await act(async () => answer())
    await receive({ id: own.id, responses: 2 })
    expect(shown()).toEqual(['Response by Ada', 'Response by Maren'])
    screen.getByRole('heading', { name: '2 responses' })
    expect(screen.queryByText('1 new response')).toBeNull()
  })

  test('new threads by others wait for a click; replies join their thread and are announced', async () => {
    const thread = aThread('First')
    const news = [aResponse('Second'), aResponse('A reply', { parent: thread.response.id })]
    await open(
      { 'GET /api/responses/{id}': ({ params }) => news.find(({ id }) => id === params?.['id']) },
      { items: [thread] },
    )
    for (const { id, parent } of news) await receive({ id, parent, responses: 3 })
    await screen.findByText('A reply')
    expect(words('Second')).toBe(0)
    expect(screen.getByText('New reply by Maren.').tagName).toBe('OUTPUT')
    await userEvent.click(screen.getByRole('button', { name: '1 new response' }))
    expect(words('Second')).toBe(1)
    screen.getByRole('heading', { name: '3 responses' })
  })

  test('a response that is held is removed without a request, unless the viewer can still see it', async () => {
    const [others, own] = [aThread('Theirs'), aThread('Mine', { author: mine })]
    const held = { ...own.response, state: 'held' as const, heldFor: 'reports' as const }
    const { asked } = await open({ 'GET /api/responses/{id}': () => held }, { items: [others, own] })
    await receive({ id: others.response.id, change: 'held', responses: 1 })
    await waitFor(() => expect(words('Theirs')).toBe(0))
    await receive({ id: idFor('unknown'), change: 'held', responses: 1 })
    await receive({ id: idFor('unknown'), change: 'gone', responses: 1 })
    expect(asked('GET /api/responses/{id}')).toEqual([])
    await receive({ id: own.response.id, change: 'held', responses: 0 })
    await screen.findByText('Waiting for review: reported by readers. Only you and the moderators can see it.')
    expect(asked('GET /api/responses/{id}')).toHaveLength(1)
  })

  test('a response that is no longer visible is removed, and one being deleted here is not fetched', async () => {
    const [gone, own] = [
      aThread('Gone'),
      aThread('Mine', { author: mine, can: { ...aResponse('').can, delete: true } }),
    ]
    const { asked } = await open(
      {
        'GET /api/responses/{id}': () => {
          throw new Refusal('not-found')
        },
        'DELETE /api/responses/{id}': () => ({}),
      },
      { items: [gone, own] },
    )
    await receive({ id: gone.response.id, change: 'changed', responses: 1 })
    await waitFor(() => expect(words('Gone')).toBe(0))
    await userEvent.click(screen.getByRole('button', { name: 'More options for the response by Ada' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText('This response was deleted.')
    await receive({ id: own.response.id, change: 'changed', responses: 0 })
    expect(asked('GET /api/responses/{id}')).toHaveLength(1)
    expect(words('This response was deleted.')).toBe(1)
  })
})

test('a refused deletion restores the response', async () => {
  const can = { ...aResponse('').can, delete: true }
  await open(
    {
      'DELETE /api/responses/{id}': () => {
        throw new Refusal('not-allowed')
      },
    },
    { items: [aThread('Still here', { author: mine, can })] },
  )
  await userEvent.click(screen.getByRole('button', { name: 'More options for the response by Ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Still here')
  expect(words('This response was deleted.')).toBe(0)
})

test('the linked reply stays in its position when the others load', async () => {
  const [first, second, third, late] = ['one', 'two', 'three', 'four'].map((text) => aResponse(text))
  if (!first || !second || !third || !late) throw new Error('too few')
  const thread = aThread('Thread', { replies: 4 }, [first, late])
  thread.replies.next = 'after-one'
  const parent = thread.response.id
  await open(
    {
      'GET /api/responses/{id}/replies': () => ({
        items: [second, third].map((reply) => ({ ...reply, parent })),
        next: null,
      }),
    },
    { items: [thread], at: late.id },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more replies' }))
  await screen.findByText('three')
  const order = screen.getAllByRole('article').map((one) => one.querySelector('div[dir]')?.textContent)
  expect(order).toEqual(['Thread', 'one', 'two', 'three', 'four'])
})
