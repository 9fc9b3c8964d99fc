import { beforeEach, expect, test, vi } from 'vitest'
import { createPayloads } from './payloads.ts'

type Answer = (response: Response) => void

let asked: string[]
let answers: Answer[]

/** Answers the oldest question that has no answer yet. */
const answer = (json: unknown, status = 200) => answers.shift()?.(Response.json(json, { status }))
const nobody = new AbortController().signal

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return new Promise<Response>((done) => answers.push(done))
  })
})

test('a visit uses what was fetched ahead, once', async () => {
  const { ahead, take } = createPayloads('/')
  const fetching = ahead('/creators')?.()
  answer({ n: 1 })
  await fetching
  expect(await take('/creators', nobody)).toEqual({ n: 1 })
  expect(asked).toEqual(['/creators/_payload.json'])
  void take('/creators', nobody)
  expect(asked).toHaveLength(2)
})

test('a visit uses what is being fetched ahead', async () => {
  const { ahead, take } = createPayloads('/')
  void ahead('/creators')?.()
  const visit = take('/creators', nobody)
  answer({ n: 1 })
  expect(await visit).toEqual({ n: 1 })
  expect(asked).toHaveLength(1)
})

test('what waited for its turn is not fetched after a visit has fetched it', async () => {
  const { ahead, take } = createPayloads('/')
  const turn = ahead('/creators')
  const visit = take('/creators', nobody)
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
  const visit = take('/creators', nobody)
  expect(ahead('/creators')).toBeNull()
  answer({ n: 1 })
  await visit
  expect(ahead('/creators')).not.toBeNull()
  expect(asked).toHaveLength(1)
})

test('what is old, or could not be fetched, is fetched again by the visit', async () => {
  vi.useFakeTimers()
  const { ahead, take } = createPayloads('/')
  const old = ahead('/old')?.()
  answer({ n: 1 })
  await old
  vi.advanceTimersByTime(31_000)
  const later = take('/old', nobody)
  answer({ n: 2 })
  expect(await later).toEqual({ n: 2 })

  const failing = ahead('/failing')?.()
  answers.shift()?.(new Response('no', { status: 404 }))
  await failing
  const visit = take('/failing', nobody)
  answer({ n: 3 })
  expect(await visit).toEqual({ n: 3 })
})
