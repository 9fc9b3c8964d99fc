import { beforeEach, expect, test, vi } from 'vitest'
import { createApi } from './api.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.resetAllMocks()
  vi.stubGlobal('fetch', fetched)
})
const api = createApi('/blog/')

test('builds the URL below the base path and omits undefined parameters', async () => {
  fetched.mockImplementation(async () => Response.json({ items: [], next: null }))
  await api('GET /api/stories', { query: { tag: 'slow trains', before: undefined } })
  await api('GET /api/people/{ref}', { params: { ref: 'a/b' } })
  await api('GET /api/site')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/blog/api/stories?tag=slow+trains',
    '/blog/api/people/a%2Fb',
    '/blog/api/site',
  ])
})

test('a refusal is thrown as a Refusal with its code and details', async () => {
  const error = { code: 'handle-taken', message: 'Taken.', details: { handle: 'ada' }, requestId: 'x' }
  fetched.mockResolvedValue(Response.json({ error }, { status: 400 }))
  await expect(api('PUT /api/profile', { body: { name: 'Ada', handle: 'ada', about: '' } })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'handle-taken',
    details: { handle: 'ada' },
  })
})

test('any other failure is an error with the status', async () => {
  fetched.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 404 }))
  await expect(api('GET /api/site')).rejects.toThrow('The server answered 404.')
})

const token = vi.fn<(refused?: string | null) => Promise<string | null>>()
const giveUp = vi.fn<(code: string) => void>()
const signedIn = createApi('/', { token, giveUp })
const refused = (code: string) => Response.json({ error: { code, message: '', details: {} } }, { status: 401 })
const sentTokens = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))

test('only writes carry the token, and only while signed in', async () => {
  token.mockResolvedValue('t1')
  fetched.mockImplementation(async () => Response.json({}))
  await signedIn('GET /api/viewer')
  await signedIn('POST /api/account/verification')
  await signedIn('DELETE /api/account')
  token.mockResolvedValue(null)
  await signedIn('POST /api/sign-in', { body: { email: 'ada@example.com', password: 'x' } })
  expect(sentTokens()).toEqual([null, 'Bearer t1', 'Bearer t1', null])
})

test.each(['user-token-expired', 'invalid-user-token', 'sign-in-needed'])(
  'a call refused with %s is sent once more with a new token',
  async (code) => {
    token.mockImplementation(async (old) => (old === 't1' ? 't2' : 't1'))
    fetched.mockResolvedValueOnce(refused(code)).mockResolvedValueOnce(Response.json({ sent: true }))
    expect(await signedIn('POST /api/account/verification')).toEqual({ sent: true })
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t2'])
    expect(giveUp).not.toHaveBeenCalled()
  },
)

test('a call refused twice is not retried again, and the session ends', async () => {
  token.mockImplementation(async (old) => (old === 't1' ? 't2' : 't1'))
  fetched.mockImplementation(async () => refused('invalid-user-token'))
  await expect(signedIn('POST /api/account/verification')).rejects.toMatchObject({ code: 'invalid-user-token' })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(giveUp).toHaveBeenCalledExactlyOnceWith('invalid-user-token')
})

test('other refusals, and refusals of visitors, are not retried', async () => {
  token.mockResolvedValue('t1')
  fetched.mockImplementation(async () => refused('not-allowed'))
  await expect(signedIn('DELETE /api/account')).rejects.toMatchObject({ code: 'not-allowed' })
  token.mockResolvedValue(null)
  fetched.mockImplementation(async () => refused('sign-in-needed'))
  await expect(signedIn('DELETE /api/account')).rejects.toMatchObject({ code: 'sign-in-needed' })
  await expect(signedIn('GET /api/account')).rejects.toMatchObject({ code: 'sign-in-needed' })
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('reads use the cookie, and are retried after the session is renewed', async () => {
  token.mockResolvedValue('t2')
  fetched.mockResolvedValueOnce(refused('sign-in-needed')).mockResolvedValueOnce(Response.json({ uid: 'u1' }))
  expect(await signedIn('GET /api/account')).toEqual({ uid: 'u1' })
  expect(token).toHaveBeenCalledExactlyOnceWith(null)
  expect(sentTokens()).toEqual([null, null])
})
