import { beforeEach, expect, test, vi } from 'vitest'
import { createApi } from './api.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
const api = createApi('/blog/')

test('fills the address below the base and leaves out what is not given', async () => {
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

test('a refusal arrives as a refusal, with its code and details', async () => {
  const error = { code: 'handle-taken', message: 'Taken.', details: { handle: 'ada' }, requestId: 'x' }
  fetched.mockResolvedValue(Response.json({ error }, { status: 400 }))
  await expect(api('PUT /api/profile', { body: { name: 'Ada', handle: 'ada', about: '' } })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'handle-taken',
    details: { handle: 'ada' },
  })
})

test('anything else is an error that says so', async () => {
  fetched.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 404 }))
  await expect(api('GET /api/site')).rejects.toThrow('The server answered 404.')
})
