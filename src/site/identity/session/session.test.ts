import { beforeEach, expect, test, vi } from 'vitest'
import { USER_DATA_KEY } from '#contract/constants.ts'
import { refusals } from '#contract/errors.ts'
import { createApi } from '#site/api.ts'
import * as toasts from '#site/ui/toast.tsx'
import { aRecord, anAccount } from '#test/accounts.ts'
import { channels } from '#test/channel.ts'
import { createSession } from './lazy-session.ts'
import type { Uid } from './tab-sync.ts'

const SECRET = 'header.payload.signature'
const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
/** The user of the cookie; a string is the code that token requests are refused with. */
let cookie: { uid: string } | { refusal: string } | null

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  cookie = { uid: 'u1' }
  fetched.mockReset()
  fetched.mockImplementation(async (address, init) => answer(address, init))
  vi.stubGlobal('fetch', fetched)
  // A new browser: tabs of earlier tests do not receive its messages.
  vi.stubGlobal('BroadcastChannel', channels())
})

function answer(address: string, init?: RequestInit) {
  const refuse = (code: string) => Response.json({ error: { code, message: '', details: {} } }, { status: 401 })
  if (address === '/blog/api/session/token') {
    if (!cookie) return refuse('sign-in-needed')
    if ('refusal' in cookie) return refuse(cookie.refusal)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    // Fields outside the contract must not be stored.
    const account = { ...anAccount(cookie.uid), refreshToken: 'refresh-secret' }
    return Response.json({ token: `${SECRET}-${cookie.uid}`, expiresAt, account })
  }
  if (address === '/blog/api/sign-out') return Response.json({ signedIn: false })
  const uid = new URL(address, 'http://x').searchParams.get('uid') ?? ''
  if (address.startsWith('/blog/api/users')) return Response.json([aRecord(uid, 'first'), aRecord(uid, 'second')])
  return Response.json({ method: init?.method })
}

type Place = Parameters<typeof createSession>[0]
function aTab(extra: Partial<Place> = {}) {
  const place = {
    base: '/blog/',
    data: null,
    reload: vi.fn<(uid: Uid) => boolean>(() => true),
    leave: vi.fn<(address: string) => void>(),
    typing: () => false,
    ...extra,
  }
  return { ...place, session: createSession(place) }
}

async function aSignedInTab(extra: Partial<Place> = {}) {
  const tab = aTab(extra)
  tab.session.follow({ uid: 'u1' })
  await vi.waitFor(() => expect(tab.session.currentUser()).not.toBeNull())
  return tab
}

const kept = (): unknown => JSON.parse(localStorage.getItem(USER_DATA_KEY) ?? 'null')
const asked = () => fetched.mock.calls.map(([address]) => address)

test('the signed-in user is loaded, stored, and passed to components with the first record', async () => {
  const { session } = aTab()
  const listener = vi.fn<() => void>()
  session.subscribe(listener)
  session.follow({ uid: 'u1' })
  await vi.waitFor(() => expect(session.currentUser()).not.toBeNull())
  expect(session.currentUser()).toEqual({ ...anAccount(), userData: aRecord('u1', 'first') })
  expect(kept()).toEqual({ ...anAccount(), userData: [aRecord('u1', 'first'), aRecord('u1', 'second')] })
  expect(asked()).toEqual(['/blog/api/session/token', '/blog/api/users?uid=u1'])
  expect(listener).toHaveBeenCalled()
})

test('no secrets are stored', async () => {
  await aSignedInTab()
  const all = [localStorage, sessionStorage].flatMap((store) =>
    Object.keys(store).map((key) => `${key}=${store.getItem(key)}`),
  )
  expect(all.join('\n')).toContain('u1@example.com')
  expect(all.join('\n')).not.toMatch(/header|signature|secret/)
})

test('a visitor causes no requests, and leftover user data is removed', async () => {
  localStorage.setItem(USER_DATA_KEY, JSON.stringify({ uid: 'u1' }))
  const { session } = aTab()
  session.follow(null)
  expect(await session.token()).toBeNull()
  expect(kept()).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('works when storage is full or blocked', async () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
  const { session, leave } = await aSignedInTab()
  expect(await session.token()).toBe(`${SECRET}-u1`)
  await session.signOut()
  expect(leave).toHaveBeenCalledWith('/blog/')
})

test('a record that failed to load is loaded with the next token', async () => {
  fetched.mockImplementation(async (address) =>
    address.includes('users') ? new Response('', { status: 404 }) : answer(address),
  )
  const { session } = aTab()
  session.follow({ uid: 'u1' })
  await vi.waitFor(() => expect(asked().join(' ')).toContain('users'))
  fetched.mockImplementation(async (address) => answer(address))
  await session.refresh()
  expect(session.currentUser()?.userData?.id).toBe('first')
})

test('signing out calls the server, clears all data and leaves for the home page', async () => {
  const { session, leave } = await aSignedInTab()
  await session.signOut()
  const [address, init] = fetched.mock.calls.at(-1) ?? []
  expect([address, init?.method]).toEqual(['/blog/api/sign-out', 'POST'])
  expect(init?.headers).toMatchObject({ authorization: `Bearer ${SECRET}-u1` })
  expect([kept(), session.currentUser(), await session.token()]).toEqual([null, null, null])
  expect(leave).toHaveBeenCalledExactlyOnceWith('/blog/')
})

test('a sign-out that fails to reach the server changes nothing', async () => {
  const { session, leave } = await aSignedInTab()
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(session.signOut()).rejects.toThrow('offline')
  expect(session.currentUser()).not.toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('after a sign-in, refresh loads the new user', async () => {
  const { session } = aTab()
  session.follow(null)
  await session.refresh()
  expect(session.currentUser()?.uid).toBe('u1')
  cookie = { uid: 'u2' }
  await session.refresh()
  expect(session.currentUser()?.uid).toBe('u2')
  expect(kept()).toMatchObject({ uid: 'u2' })
})

test('offline, refresh still settles', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(aTab().session.refresh()).resolves.toBeUndefined()
})

test.each(['user-disabled', 'user-token-expired', 'invalid-refresh-token'] as const)(
  'the refusal %s signs out, and the next page shows the reason',
  async (code) => {
    const { session, reload } = await aSignedInTab()
    cookie = { refusal: code }
    await expect(session.token(null)).rejects.toMatchObject({ code })
    expect(reload).toHaveBeenCalledExactlyOnceWith(null)
    expect([kept(), session.currentUser(), await session.token()]).toEqual([null, null, null])

    const said = vi.spyOn(toasts, 'toast').mockResolvedValue()
    aTab().session.follow(null)
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    expect(said).toHaveBeenCalledExactlyOnceWith({ tone: 'danger', title: refusals[code].message })
    expect(sessionStorage).toHaveLength(0)
  },
)

test('a page that was just reloaded is not reloaded again, and shows the reason itself', async () => {
  const said = vi.spyOn(toasts, 'toast').mockResolvedValue()
  cookie = { refusal: 'user-disabled' }
  const { session, reload } = aTab({ reload: vi.fn<(uid: Uid) => boolean>(() => false) })
  session.follow({ uid: 'u1' })
  await vi.waitFor(() => expect(said).toHaveBeenCalled())
  expect(reload).toHaveBeenCalledTimes(1)
})

test('writes carry the token, and a refused token is replaced once', async () => {
  const { session } = await aSignedInTab()
  const api = createApi('/blog/', session)
  const refused = Response.json({ error: { code: 'user-token-expired' } }, { status: 401 })
  fetched.mockClear()
  fetched.mockResolvedValueOnce(refused)
  await api('POST /api/account/verification')
  expect(asked()).toEqual([
    '/blog/api/account/verification',
    '/blog/api/session/token',
    '/blog/api/account/verification',
  ])
})

test('a call refused with a new token as well ends the session', async () => {
  const { session, reload } = await aSignedInTab()
  fetched.mockImplementation(async (address) =>
    address.includes('verification')
      ? Response.json({ error: { code: 'invalid-user-token' } }, { status: 401 })
      : answer(address),
  )
  await expect(createApi('/blog/', session)('POST /api/account/verification')).rejects.toMatchObject({
    code: 'invalid-user-token',
  })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith(null))
  expect(asked()).toContain('/blog/api/sign-out')
})

test('when the cookie and the page belong to different users, no request is made as the wrong one', async () => {
  const { session, reload } = await aSignedInTab()
  cookie = { uid: 'u2' }
  await expect(session.token(null)).rejects.toMatchObject({ code: 'user-token-expired' })
  await expect(session.token()).rejects.toMatchObject({ code: 'user-token-expired' })
  expect(reload).toHaveBeenCalledExactlyOnceWith('u2')
  expect(kept()).toMatchObject({ uid: 'u1' })
})

test('a page rendered for a visitor makes a signed-in tab check its session', async () => {
  const { session, reload } = await aSignedInTab()
  session.follow(null)
  await vi.waitFor(() => expect(asked().filter((address) => address.includes('token'))).toHaveLength(2))
  expect(reload).not.toHaveBeenCalled()
  cookie = null
  session.follow(null)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith(null))
})

test('the other tabs follow a sign-in and a sign-out, each once', async () => {
  const visitor = aTab()
  visitor.session.follow(null)
  const here = await aSignedInTab()
  expect(visitor.reload).toHaveBeenCalledExactlyOnceWith('u1')
  const there = await aSignedInTab()
  expect(here.reload).not.toHaveBeenCalled()

  await here.session.signOut()
  expect(there.reload).toHaveBeenCalledExactlyOnceWith(null)
  expect([await there.session.token(), there.session.currentUser()]).toEqual([null, null])
  expect(here.reload).not.toHaveBeenCalled()
})

test('a sign-in that the server does not confirm is not announced to other tabs', async () => {
  const visitor = aTab()
  visitor.session.follow(null)
  cookie = { refusal: 'user-disabled' }
  const here = aTab()
  here.session.follow({ uid: 'u1' })
  await vi.waitFor(() => expect(here.reload).toHaveBeenCalledExactlyOnceWith(null))
  expect(visitor.reload).not.toHaveBeenCalled()
})
