import { beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS, UPLOAD_PIECE_BYTES, UPLOAD_PIECE_MOST_BYTES } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type InjectedFailure, aFile, fakeStorage } from '#test/fake-storage.ts'
import { startUpload } from './upload.ts'
import { createStorage } from './storage.ts'

beforeEach(() => vi.useFakeTimers())

const KB = 1024
const name = 'users/u1/uploads/photo.png'

function begin(
  size: number,
  trouble?: InjectedFailure,
  token = vi.fn<(refused?: string | null) => Promise<string | null>>(async () => 'token'),
) {
  const store = fakeStorage(trouble ? { trouble } : {})
  const storage = createStorage({ base: '/', bucket: 'pictures', token, send: store.send })
  const progress: number[] = []
  const upload = startUpload({ storage, name, file: aFile(size) })
  upload.on('progress', (bytes) => progress.push(bytes))
  const outcome: { error: unknown; done: boolean } = { error: null, done: false }
  void upload.done.then(
    () => (outcome.done = true),
    (error: unknown) => (outcome.error = error),
  )
  return { ...store, storage, progress, upload, outcome, token }
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const isPiece: InjectedFailure = ({ headers }) =>
  headers?.['x-goog-upload-command']?.startsWith('upload') ? 503 : undefined

test('a small file is sent in one request', async () => {
  const { objects, commands, requests, outcome, progress } = begin(256 * KB)
  await pass()
  expect(outcome).toEqual({ error: null, done: true })
  expect(commands()).toEqual(['multipart'])
  expect(requests[0]?.url).toBe('/v0/b/pictures/o?name=users%2Fu1%2Fuploads%2Fphoto.png')
  expect(requests[0]?.headers?.['authorization']).toBe('Firebase token')
  expect(objects.get(name)).toBe(256 * KB)
  expect(progress.at(-1)).toBe(256 * KB)
})

test('a large file is sent in chunks that double in size, to a URL on the page’s origin', async () => {
  const { objects, commands, requests, progress } = begin(1700 * KB)
  await pass()
  expect(commands()).toEqual(['start', 'upload', 'upload', 'upload, finalize'])
  expect(requests.slice(1).map(({ body }) => (body instanceof Blob ? body.size / KB : null))).toEqual([256, 512, 932])
  expect(requests.slice(1).map(({ headers }) => Number(headers?.['x-goog-upload-offset']) / KB)).toEqual([0, 256, 768])
  expect(requests[1]?.url).toBe('/v0/b/pictures/o?upload_id=1')
  expect(objects.get(name)).toBe(1700 * KB)
  expect(progress).toEqual([...progress].toSorted((a, b) => a - b))
})

test('chunks grow to a maximum size', async () => {
  const { requests } = begin(50 * 1024 * KB)
  await pass()
  const sizes = requests.slice(1).map(({ body }) => (body instanceof Blob ? body.size : 0))
  expect(Math.max(...sizes)).toBe(UPLOAD_PIECE_MOST_BYTES)
})

test.each([503, 500, 408, 429, 'no-answer'] as const)('%s is retried with doubling delays', async (what) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { requests, outcome } = begin(10, (_, nth) => (nth < 4 ? what : undefined))
  const counts: number[] = []
  for (const wait of [0, 999, 1, 1999, 1, 3999, 1]) {
    await pass(wait)
    counts.push(requests.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
  expect(outcome.done).toBe(true)
})

test('the delay is at most a minute plus jitter', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const times: number[] = []
  begin(10, () => {
    times.push(Date.now())
    return 503
  })
  await pass(9 * MINUTE_MS)
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(waits.slice(0, 9)).toEqual([1.5, 2.5, 4.5, 8.5, 16.5, 32.5, 64.5, 64.5, 64.5].map((s) => s * SECOND_MS))
})

test('an upload fails after ten minutes of retries', async () => {
  const { outcome } = begin(10, () => 'no-answer')
  await pass(10 * MINUTE_MS - 1)
  expect(outcome.error).toBeNull()
  await pass(1)
  expect(outcome.error).toMatchObject({
    code: 'retry-limit-exceeded',
    message: 'Max retry time for operation exceeded, please try again.',
  })
})

test('an operation fails after two minutes of retries', async () => {
  const { storage } = begin(10, ({ method }) => (method === 'DELETE' ? 503 : undefined))
  let error: unknown = null
  void storage.remove(name).catch((reason: unknown) => (error = reason))
  await pass(2 * MINUTE_MS - 1)
  expect(error).toBeNull()
  await pass(1)
  expect(error).toMatchObject({ code: 'retry-limit-exceeded' })
})

test('the ten minutes start again with each chunk that arrives', async () => {
  // Every chunk fails until eight minutes after the last one.
  let last = Date.now()
  const { outcome } = begin(700 * KB, (request, nth) => {
    if (isPiece(request, nth) === undefined) return undefined
    if (Date.now() - last < 8 * MINUTE_MS) return 503
    last = Date.now()
    return undefined
  })
  await pass(29 * MINUTE_MS)
  expect(outcome).toEqual({ error: null, done: true })
})

test('after a failed chunk the upload queries the offset and resumes there', async () => {
  let failed = false
  const { commands, requests, open, outcome, objects } = begin(700 * KB, ({ headers }) => {
    if (failed || headers?.['x-goog-upload-offset'] !== String(UPLOAD_PIECE_BYTES)) return undefined
    failed = true
    const half = open.get('1')
    if (half) half.arrived += 100 * KB
    return 503
  })
  await pass(2 * SECOND_MS)
  expect(commands()).toEqual(['start', 'upload', 'upload, finalize', 'query', 'upload', 'upload, finalize'])
  expect(requests[4]?.headers?.['x-goog-upload-offset']).toBe(String(356 * KB))
  expect(outcome.done).toBe(true)
  expect(objects.get(name)).toBe(700 * KB)
})

test('when only the last response was lost, the upload learns that it is complete', async () => {
  const { commands, outcome } = begin(300 * KB, ({ headers }) =>
    headers?.['x-goog-upload-command'] === 'upload, finalize' ? 'lost-answer' : undefined,
  )
  await pass(2 * SECOND_MS)
  expect(commands()).toEqual(['start', 'upload', 'upload, finalize', 'query', 'GET'])
  expect(outcome.done).toBe(true)
})

test('when all bytes arrived but the upload is not finalized, only that is sent', async () => {
  let failed = false
  const { commands, open, outcome } = begin(300 * KB, ({ headers }) => {
    if (failed || headers?.['x-goog-upload-command'] !== 'upload, finalize') return undefined
    failed = true
    const whole = open.get('1')
    if (whole) whole.arrived = 300 * KB
    return 503
  })
  await pass(2 * SECOND_MS)
  expect(commands().slice(2)).toEqual(['upload, finalize', 'query', 'finalize'])
  expect(outcome.done).toBe(true)
})

test('an upload that the server no longer has is restarted once', async () => {
  const { commands, open, outcome } = begin(700 * KB, ({ headers }) => {
    if (headers?.['x-goog-upload-offset'] === String(UPLOAD_PIECE_BYTES)) open.delete('1')
    return undefined
  })
  await pass()
  expect(commands()).toEqual(['start', 'upload', 'upload, finalize', 'start', 'upload', 'upload, finalize'])
  expect(outcome.done).toBe(true)
})

test('a pause stops at once; resuming queries the offset', async () => {
  let hang = true
  const { upload, commands, outcome } = begin(700 * KB, ({ headers }) =>
    hang && headers?.['x-goog-upload-offset'] === String(UPLOAD_PIECE_BYTES) ? 'hang' : undefined,
  )
  await pass()
  upload.pause()
  upload.pause()
  await pass(HOUR)
  expect(commands()).toEqual(['start', 'upload', 'upload, finalize'])
  hang = false
  upload.resume()
  await pass()
  expect(commands().slice(3)).toEqual(['query', 'upload, finalize'])
  expect(outcome).toEqual({ error: null, done: true })
})

const HOUR = 60 * MINUTE_MS

test.each(['while running', 'while paused', 'while waiting to retry'])('can be canceled %s', async (when) => {
  const { upload, outcome, requests } = begin(700 * KB, () => (when === 'while waiting to retry' ? 503 : 'hang'))
  await pass()
  if (when === 'while paused') upload.pause()
  await pass()
  upload.cancel()
  await pass(HOUR)
  expect(outcome.error).toMatchObject({ code: 'canceled', message: 'User canceled the upload/download.' })
  expect(requests).toHaveLength(1)
})

test('an expired token is renewed and the request is sent again', async () => {
  const token = vi.fn<(refused?: string | null) => Promise<string | null>>(async (refused) =>
    refused === undefined ? 'old' : 'token',
  )
  const { outcome, requests } = begin(10, undefined, token)
  await pass()
  expect(outcome.done).toBe(true)
  expect(token).toHaveBeenLastCalledWith('old')
  expect(requests).toHaveLength(2)
})

test('a refused new token ends the upload', async () => {
  const { outcome, requests } = begin(
    10,
    undefined,
    vi.fn<() => Promise<string | null>>(async () => 'wrong'),
  )
  await pass()
  expect(outcome.error).toMatchObject({ code: 'unauthenticated' })
  expect(requests).toHaveLength(2)
})

test('reports a signed-out person; retries when a token cannot be fetched', async () => {
  const ended = begin(
    10,
    undefined,
    vi.fn<() => Promise<string | null>>(() => Promise.reject(new Refusal('user-token-expired'))),
  )
  const offline = begin(
    10,
    undefined,
    vi.fn<() => Promise<string | null>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('token'),
  )
  await pass(2 * SECOND_MS)
  expect(ended.outcome.error).toMatchObject({ code: 'unauthenticated' })
  expect(offline.outcome.done).toBe(true)
})

test.each([
  [400, 'unknown'],
  [402, 'quota-exceeded'],
  [403, 'unauthorized'],
  [404, 'unknown'],
  [413, 'unknown'],
])('status %i fails at once with %s', async (status, code) => {
  for (const size of [10, 700 * KB]) {
    const { outcome } = begin(size, () => status)
    await pass()
    expect(outcome.error).toMatchObject({ code, status })
  }
})

test('the metadata of a missing object is an error', async () => {
  const { storage } = begin(10)
  const asked = storage.metadata('nothing', new AbortController().signal)
  await expect(asked).rejects.toMatchObject({ code: 'object-not-found' })
})

test('a file that can no longer be read fails at once', async () => {
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  const { outcome } = begin(10, () => 'no-answer')
  await pass()
  expect(outcome.error).toMatchObject({ code: 'cannot-slice-blob' })
})
