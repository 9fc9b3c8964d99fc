import { beforeEach, expect, test, vi } from 'vitest'
import { createPayloads } from './payloads.ts'

type Answer = (response: Response) => void

let asked: string[]
let answers: Answer[]

/** Answers the oldest pending request. */
const answer = (json: unknown, status = 200) => answers.shift()?.(Response.json(json, { status }))
const neverAborted = new AbortController().signal

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return new Promise<Response>((done) => answers.push(done))
  })
})

test('a navigation uses a prefetched payload once', async () => {
  const { ahead, take } = createPayloads('/')
  const fetching = ahead('/creators')?.()
  answer({ n: 1 })
  await fetching
  expect(await take('/creators', neverAborted)).toEqual({ n: 1 })
  expect(asked).toEqual(['/creators/_payload.json'])
  void take('/creators', neverAborted)
  expect(asked).toHaveLength(2)
})

test('a navigation uses a prefetch that is still running', async () => {
  const { ahead, take } = createPayloads('/')
  void ahead('/creators')?.()
  const visit = take('/creators', neverAborted)
  answer({ n: 1 })
  expect(await visit).toEqual({ n: 1 })
  expect(asked).toHaveLength(1)
})

test('a queued prefetch is dropped after a navigation has fetched the payload', async () => {
  const { ahead, take } = createPayloads('/')
  const turn = ahead('/creators')
  const visit = take('/creators', neverAborted)
  await turn?.()
  answer({ n: 1 })
  expect(await visit).toEqual({ n: 1 })
  await turn?.()
  expect(asked).toHaveLength(1)
})

test('a page is prefetched once, and not during a navigation to it', async () => {
  const { ahead, take } = createPayloads('/')
  const turn = ahead('/creators')
  expect(ahead('/creators')).toBeNull()
  void turn?.()
  const visit = take('/creators', neverAborted)
  expect(ahead('/creators')).toBeNull()
  answer({ n: 1 })
  await visit
  expect(ahead('/creators')).not.toBeNull()
  expect(asked).toHaveLength(1)
})

test('a payload that is old, or failed to prefetch, is fetched again by the navigation', async () => {
  vi.useFakeTimers()
  const { ahead, take } = createPayloads('/')
  const old = ahead('/old')?.()
  answer({ n: 1 })
  await old
  vi.advanceTimersByTime(31_000)
  const later = take('/old', neverAborted)
  answer({ n: 2 })
  expect(await later).toEqual({ n: 2 })

  const failing = ahead('/failing')?.()
  answers.shift()?.(new Response('no', { status: 404 }))
  await failing
  const visit = take('/failing', neverAborted)
  answer({ n: 3 })
  expect(await visit).toEqual({ n: 3 })
})
