import { beforeEach, expect, test, vi } from 'vitest'
import { queryUserRecords } from './data-service.ts'

const place = { url: 'https://data.example/', project: 'p' }
const query = vi.fn<(init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  query.mockReset()
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => query(init))
})

const ask = () => queryUserRecords(place, 'u1', 'token')

test('the users record is read from the documents', async () => {
  const fields = {
    uid: { stringValue: 'u1' },
    handle: { stringValue: 'ada' },
    name: { stringValue: 'Ada' },
    about: { stringValue: '' },
    role: { stringValue: 'author' },
    avatar: { mapValue: { fields: { src: { stringValue: '/a.jpg' }, width: { integerValue: '320' } } } },
    createdAt: { timestampValue: '2026-01-02T03:04:05.678Z' },
    updatedAt: { timestampValue: '2026-01-02T03:04:05.678Z' },
  }
  const name = 'projects/p/databases/(default)/documents/users/person1'
  query.mockResolvedValue(Response.json([{ document: { name, fields }, readTime: '' }]))
  expect(await ask()).toMatchObject([
    { id: 'person1', uid: 'u1', handle: 'ada', role: 'author', avatar: { src: '/a.jpg', width: 320 } },
  ])
  expect(query.mock.calls[0]?.[0].headers).toMatchObject({ authorization: 'Bearer token' })
  query.mockResolvedValue(Response.json([{ readTime: '' }]))
  expect(await ask()).toEqual([])
})

test.each([
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [503, 'unavailable'],
])('the status %i is the code %s', async (status, code) => {
  query.mockResolvedValue(new Response('[]', { status }))
  await expect(ask()).rejects.toMatchObject({ name: 'DataError', code })
})

test('without a response the code is offline, time-out or unavailable', async () => {
  query.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  query.mockRejectedValue(new DOMException('late', 'TimeoutError'))
  await expect(ask()).rejects.toMatchObject({ code: 'time-out' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  query.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask()).rejects.toMatchObject({ code: 'offline' })
})
