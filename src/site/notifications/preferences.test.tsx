import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import type { Reply } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { Preference } from '#contract/notifications/notifications.ts'
import type { Feature } from '#contract/settings/features.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { Preferences } from './preferences.tsx'

type Known = Reply<'GET /api/notifications/preferences'>
const KEY = 'PUT /api/notifications/preferences'

const some: Preference[] = [
  { kind: 'response', site: true, email: 'now', push: true },
  { kind: 'like', site: true, email: 'never', push: false },
]

const usual: Known = {
  preferences: some,
  weeklySummary: true,
  mailable: true,
  pushKey: 'BKey',
  browsers: 0,
  endpoints: [],
}

async function open(
  more: Partial<Known> = {},
  answers: Answers = {},
  role: Role = 'reader',
  switchedOff: Feature[] = [],
) {
  const known: Known = { ...usual, ...more }
  const fake = fakeApi({ 'GET /api/notifications/preferences': () => known, ...answers })
  await renderPage(Preferences, { api: fake.api, viewer: { ...aViewer, role }, switchedOff })
  await screen.findByRole('heading', { name: 'Notification preferences' })
  return fake
}

const row = (name: string) => within(screen.getByRole('group', { name }))
const email = (name: string) => row(name).getByRole('combobox', { name: 'Email' })
const site = (name: string) => row(name).getByRole('switch', { name: 'On the site' })

test('a change is shown and sent at once, one after the other', async () => {
  const go: (() => void)[] = []
  const { asked } = await open({}, { [KEY]: () => new Promise((done) => go.push(() => done({ preferences: [] }))) })
  await userEvent.selectOptions(email('Responses'), 'daily')
  await userEvent.click(site('Likes on stories'))
  await userEvent.selectOptions(email('Likes on stories'), 'now')
  expect(email('Responses')).toHaveProperty('value', 'daily')
  expect(site('Likes on stories').getAttribute('aria-checked')).toBe('false')
  expect(asked(KEY)).toHaveLength(1)
  go[0]?.()
  await waitFor(() => expect(asked(KEY)).toHaveLength(2))
  expect(asked(KEY).map(({ input }) => input)).toEqual([
    { body: { preferences: [{ kind: 'response', site: true, email: 'daily', push: true }] } },
    { body: { preferences: [{ kind: 'like', site: false, email: 'now', push: false }] } },
  ])
})

test('only editors see the preference for submissions', async () => {
  const preferences = [...some, { kind: 'submission' as const, site: true, email: 'daily' as const, push: false }]
  await open({ preferences })
  expect(screen.queryByRole('group', { name: 'Submissions' })).toBeNull()
  cleanup()
  await open({ preferences }, {}, 'editor')
  screen.getByRole('group', { name: 'Submissions' })
})

test('berries and rewards are left out when berries are switched off', async () => {
  const preferences = (['like', 'berries', 'reward'] as const).map((kind) => {
    return { kind, site: true, email: 'never' as const, push: false }
  })
  await open({ preferences })
  screen.getByRole('group', { name: 'Berries' })
  cleanup()
  await open({ preferences }, {}, 'reader', ['berries'])
  const names = screen.getAllByRole('group').map((group) => group.firstChild?.firstChild?.textContent)
  expect(names).toEqual(['Likes on stories', 'Weekly summary'])
})

test('a rejected change is reverted', async () => {
  await open({}, { [KEY]: () => Promise.reject(new Refusal('too-many-requests')) })
  await userEvent.selectOptions(email('Responses'), 'never')
  await waitFor(() => expect(email('Responses')).toHaveProperty('value', 'now'))
})

test('the weekly summary is turned off at once, and stays on if that is refused', async () => {
  const { asked } = await open({}, { 'PUT /api/notifications/weekly-summary': () => ({ weeklySummary: false }) })
  expect(email('Weekly summary')).toHaveProperty('value', 'weekly')
  await userEvent.selectOptions(email('Weekly summary'), 'never')
  expect(email('Weekly summary')).toHaveProperty('value', 'never')
  expect(asked('PUT /api/notifications/weekly-summary').map(({ input }) => input)).toEqual([
    { body: { wanted: false } },
  ])
  cleanup()
  await open(
    { weeklySummary: true },
    { 'PUT /api/notifications/weekly-summary': () => Promise.reject(new Refusal('too-many-requests')) },
  )
  await userEvent.selectOptions(email('Weekly summary'), 'never')
  await waitFor(() => expect(email('Weekly summary')).toHaveProperty('value', 'weekly'))
})

test('links to the account settings if the address is not confirmed', async () => {
  await open()
  expect(screen.queryByRole('link', { name: 'Go to account settings' })).toBeNull()
  cleanup()
  await open({ mailable: false })
  expect(screen.getByRole('link', { name: 'Go to account settings' }).getAttribute('href')).toBe('/user/account')
})

test('can be reloaded after a failure', async () => {
  let fail = true
  const answer = () => (fail ? Promise.reject(new TypeError('offline')) : usual)
  await renderPage(Preferences, { api: fakeApi({ 'GET /api/notifications/preferences': answer }).api })
  await screen.findByText('Couldn’t load your preferences. Try again.')
  fail = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(email('Responses')).toHaveProperty('value', 'now'))
})

/** A browser that supports push. The tests inspect the returned object. */
function aBrowser({ permission = 'default', answer = 'granted' }: { permission?: string; answer?: string } = {}) {
  const state = { subscribed: false }
  const endpoint = 'https://push.example/here'
  const unsubscribe = vi.fn<() => Promise<void>>(async () => void (state.subscribed = false))
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }), unsubscribe }
  const subscribe = vi.fn<(wanted: unknown) => Promise<object>>(async () => {
    state.subscribed = true
    return subscription
  })
  const getSubscription = async () => (state.subscribed ? subscription : null)
  const registration = { pushManager: { getSubscription, subscribe } }
  const asks = vi.fn<() => Promise<string>>(async () => {
    Reflect.set(Notification, 'permission', answer)
    return answer
  })
  vi.stubGlobal('Notification', { permission, requestPermission: asks })
  vi.stubGlobal('PushManager', {})
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  return { state, asks, subscribe, unsubscribe }
}

const push = () => screen.getByRole('switch', { name: 'Push notifications in this browser' })
const isOn = () => push().getAttribute('aria-checked') === 'true'

test('push asks for permission only when it is turned on, and can be turned off', async () => {
  const browser = aBrowser()
  const { asked } = await open({}, { 'POST /api/push': () => ({}), 'POST /api/push/end': () => ({}) })
  await waitFor(() => expect(push().getAttribute('aria-disabled')).not.toBe('true'))
  expect(browser.asks).not.toHaveBeenCalled()
  await userEvent.click(push())
  await waitFor(() => expect(isOn()).toBe(true))
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  const body = { endpoint: 'https://push.example/here', keys: { p256dh: 'P', auth: 'A' } }
  expect(asked('POST /api/push').map(({ input }) => input)).toEqual([{ body }])
  await userEvent.click(push())
  await waitFor(() => expect(isOn()).toBe(false))
  expect(asked('POST /api/push/end').map(({ input }) => input)).toEqual([{ body: { endpoint: body.endpoint } }])
  expect(browser.state.subscribed).toBe(false)
})

test('a subscription that the server refuses is ended in the browser', async () => {
  const browser = aBrowser()
  await open({}, { 'POST /api/push': () => Promise.reject(new Refusal('not-allowed')) })
  await waitFor(() => expect(push().getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(push())
  await waitFor(() => expect(browser.unsubscribe).toHaveBeenCalled())
  expect(isOn()).toBe(false)
})

test('a browser that blocks notifications shows how to change that', async () => {
  aBrowser({ answer: 'denied' })
  await open()
  await waitFor(() => expect(push().getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(push())
  await screen.findByText(/Notifications are blocked for this site/)
  cleanup()
  aBrowser({ permission: 'denied' })
  await open()
  await screen.findByText(/Notifications are blocked for this site/)
})

test('push of another account in this browser is off, the viewer’s own is on', async () => {
  const browser = aBrowser({ permission: 'granted' })
  browser.state.subscribed = true
  await open({ browsers: 1, endpoints: ['https://push.example/elsewhere'] })
  await screen.findByText(/Also on in 1 other browser/)
  expect(isOn()).toBe(false)
  cleanup()
  await open({ browsers: 1, endpoints: ['https://push.example/here'] })
  await waitFor(() => expect(isOn()).toBe(true))
})

test('a browser without push support shows a message', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  await open()
  await screen.findByText(/This browser doesn’t support push/)
  expect(push().getAttribute('aria-disabled') ?? push().getAttribute('disabled')).not.toBeNull()
})
