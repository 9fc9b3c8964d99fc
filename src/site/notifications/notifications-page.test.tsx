import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { Refusal } from '#contract/errors.ts'
import { setUnread } from '#site/live/unread.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import NotificationsPage from './notifications-page.tsx'

// Missing in jsdom. No events arrive in these tests.
beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  FakeObserver.inView = []
})

type Report = (entries: { target: Element; isIntersecting: boolean }[]) => void

/** Reports the notifications in `inView` as visible. */
class FakeObserver {
  static inView: string[] = []
  readonly #report: Report
  constructor(report: Report) {
    this.#report = report
  }
  observe(target: Element) {
    const isIntersecting = FakeObserver.inView.includes(target.getAttribute('data-notification') ?? '')
    this.#report([{ target, isIntersecting }])
  }
  disconnect() {}
}

const SLOW = { timeout: 5000 }
let made = 0

function aNotification(given: Partial<Notification> = {}): Notification {
  made += 1
  const person = { id: `p${made}`, handle: `ben-${made}`, name: `Ben ${made}`, about: '', avatar: null }
  return {
    id: `line${made}`,
    seq: made,
    kind: 'like',
    actors: [person],
    actorCount: 1,
    story: { slug: 'eels', title: 'Eels', language: 'en' },
    response: null,
    path: '/story/eels',
    detail: {},
    at: '2026-01-01T10:00:00.000Z',
    read: false,
    ...given,
  }
}

function show(items: Notification[], api = fakeApi({})) {
  const data = {
    page: { items, next: null },
    unread: items.length,
    lastSeq: made,
    filter: 'all',
    first: true,
    preferences: false,
  }
  return renderPage(NotificationsPage, { api: api.api, path: '/user/notifications', data, viewer: aViewer })
}

const texts = () => screen.getAllByRole('article').map((line) => within(line).getByRole('link').textContent)
const ada = { id: 'ada', handle: 'ada-x', name: 'Ada', about: '', avatar: null }
const ben = { ...ada, id: 'ben', name: 'Ben' }

test('each notification is one sentence', async () => {
  await show([
    aNotification({ actors: [ada] }),
    aNotification({ actors: [ada, ben], actorCount: 2 }),
    aNotification({ actors: [ada, ben], actorCount: 4, kind: 'response' }),
    aNotification({ actors: [], actorCount: 1, kind: 'follow' }),
    aNotification({ actors: [ada], kind: 'story', story: null }),
    aNotification({ actors: [ada], kind: 'review', detail: { outcome: 'changes', note: 'Shorter.' } }),
    aNotification({ actors: [ada], kind: 'submission' }),
    aNotification({ actors: [ada], kind: 'submission', detail: { outcome: 'update' } }),
    aNotification({ actors: [ada, ben], actorCount: 2, kind: 'submission', detail: { stories: 3 } }),
    aNotification({ actors: [ada], kind: 'approval' }),
    aNotification({ actors: [ada], kind: 'membership', detail: { outcome: 'seat-accepted' } }),
    aNotification({ actors: [], actorCount: 0, kind: 'membership', detail: { outcome: 'ended' } }),
  ])
  expect(texts()).toEqual([
    'Ada liked Eels',
    'Ada and Ben liked Eels',
    'Ada and 3 others responded to Eels',
    'Someone followed you',
    'Ada published a story that is no longer available',
    'Eels needs changes',
    'Ada submitted Eels for review',
    'Ada submitted changes to Eels for review',
    'Ada and Ben submitted 3 stories for review',
    'Your response to Eels was approved',
    'Ada accepted your invitation to a seat',
    'Your membership has ended',
  ])
  screen.getByText('Shorter.')
})

test('marking as read shows at once, and is reverted if it is refused', async () => {
  const answers: (() => void)[] = []
  const api = fakeApi({
    'POST /api/notifications/read': () =>
      new Promise((_, refuse) => answers.push(() => refuse(new Refusal('too-many-requests')))),
  })
  await show([aNotification()], api)
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
  screen.getByRole('button', { name: 'Mark as unread' })
  answers[0]?.()
  expect(await screen.findByRole('button', { name: 'Mark as read' })).toBeTruthy()
})

test('a removed notification disappears at once, and an empty list shows a message', async () => {
  const api = fakeApi({ 'DELETE /api/notifications/{id}': () => ({ unread: 0 }) })
  const line = aNotification()
  await show([line], api)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('No notifications yet')
  expect(api.asked('DELETE /api/notifications/{id}')).toEqual([
    { key: 'DELETE /api/notifications/{id}', input: { params: { id: line.id } } },
  ])
})

test('marking all as read covers only the notifications that are loaded', async () => {
  const api = fakeApi({ 'POST /api/notifications/read': () => ({ unread: 0 }) })
  const lines = [aNotification(), aNotification()]
  setUnread(2)
  await show(lines, api)
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(screen.getAllByRole('button', { name: 'Mark as unread' })).toHaveLength(2)
  expect(api.asked('POST /api/notifications/read')[0]?.input).toEqual({ body: { upTo: lines[1]?.seq } })
})

test('notifications that were in view become read, and stay highlighted during the visit', async () => {
  const api = fakeApi({
    'POST /api/notifications/read': () => ({ unread: 1 }),
    'POST /api/notifications/{id}/unread': () => ({ unread: 2 }),
  })
  const [seen, below] = [aNotification(), aNotification()]
  FakeObserver.inView = [seen.id]
  setUnread(2)
  await show([seen, below], api)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as unread' })).toHaveLength(1), SLOW)
  const sent = () => api.asked('POST /api/notifications/read').map(({ input }) => input)
  expect(sent()).toEqual([{ body: { ids: [seen.id] } }])
  expect(screen.getAllByText('New:')).toHaveLength(2)
  await screen.findByText('1 unread', undefined, SLOW)
  // A notification that is marked as unread again stays unread, although it is in view when the other one is seen.
  FakeObserver.inView = [seen.id, below.id]
  await userEvent.click(screen.getByRole('button', { name: 'Mark as unread' }))
  await waitFor(() => expect(sent()).toHaveLength(2), SLOW)
  expect(sent()[1]).toEqual({ body: { ids: [below.id] } })
  screen.getByRole('button', { name: 'Mark as read' })
})
