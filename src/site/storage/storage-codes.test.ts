import { beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_UPLOAD_MS } from '#contract/constants.ts'
import type { StorageCode } from '#site/errors/storage-error.ts'
import { aFile } from '#test/fake-storage.ts'
import { createStorage } from './storage.ts'
import { decodeBase64, fileFromDataUrl } from './data-url.ts'
import { startUpload } from './upload.ts'
import { type Send, sendByXhr } from './xhr.ts'

beforeEach(() => vi.useFakeTimers())

type Options = { status?: number; says?: unknown; bucket?: string; base?: string; send?: Send }

function aStorage({ status = 200, says = {}, bucket = 'pictures', base = '/', send }: Options = {}) {
  const text = typeof says === 'string' ? says : JSON.stringify(says)
  const answer: Send = async () => ({ status, text, header: () => null })
  return createStorage({ base, bucket, token: async () => 'token', send: send ?? answer })
}

const never = new AbortController().signal
/** An error as our server words it. */
const refusal = (status: number, code: string): Options => ({ status, says: { error: { code: status, status: code } } })
const metadata = (options: Options, name = 'users/u1/a.png') => aStorage(options).metadata(name, never)
const upload = (options: Options = {}, file = aFile(9)) =>
  startUpload({ storage: aStorage(options), name: 'users/u1/a.png', file })

/** A file that was deleted from the disk after it was chosen. */
function aLostFile() {
  const file = aFile(9)
  const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  return Object.assign(file, { slice: () => Object.assign(new Blob(), { arrayBuffer: gone }) })
}

async function canceledUpload() {
  const running = upload({ send: () => new Promise(() => {}) })
  running.cancel()
  return running.done
}

function closedStorage() {
  const storage = aStorage()
  storage.close()
  return storage.metadata('users/u1/a.png', never)
}

async function withoutXhr() {
  vi.stubGlobal('XMLHttpRequest', undefined)
  return metadata({ send: sendByXhr })
}

const causes: Record<StorageCode, () => unknown> = {
  'unknown': () => metadata({ status: 418 }),
  'object-not-found': () => metadata({ status: 404 }),
  'bucket-not-found': () => metadata(refusal(404, 'bucket-not-found')),
  'project-not-found': () => metadata(refusal(404, 'project-not-found')),
  'quota-exceeded': () => upload({ status: 402 }).done,
  'unauthenticated': () => metadata({ status: 401 }),
  'unauthorized': () => upload({ status: 403 }).done,
  'unauthorized-app': () => metadata(refusal(401, 'invalid-app-check')),
  'retry-limit-exceeded': () => upload({ status: 503 }).done,
  'invalid-checksum': () => upload(refusal(400, 'invalid-checksum')).done,
  'canceled': canceledUpload,
  'invalid-event-name': () => upload({ says: { size: '9' } }).on('finished', () => {}),
  'invalid-url': () => metadata({ base: 'no address' }),
  'invalid-default-bucket': () => metadata({ bucket: 'gs://pictures' }),
  'no-default-bucket': () => metadata({ bucket: '' }),
  'cannot-slice-blob': () => upload({ status: 503 }, aLostFile()).done,
  'server-file-wrong-size': () => upload({ says: { size: '8' } }).done,
  'no-download-url': () => aStorage({ says: { size: '9' } }).downloadUrl('users/u1/a.png', never),
  'invalid-argument': () => metadata({}, 'x'.repeat(1025)),
  'app-deleted': closedStorage,
  'invalid-root-operation': () => metadata({}, '/'),
  'invalid-format': () => fileFromDataUrl('data:image/png;base64,not base64!', 'pasted'),
  'internal-error': () => upload({ says: '<html>' }).done,
  'unsupported-environment': withoutXhr,
}

test.each(Object.entries(causes))('the storage error %s is thrown', async (code, cause) => {
  const outcome = (async () => cause())().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(STORAGE_UPLOAD_MS * 2)
  expect(await outcome).toMatchObject({ name: 'StorageError', code })
})

test('the server’s code takes precedence over the status', async () => {
  await expect(metadata(refusal(404, 'bucket-not-found'))).rejects.toMatchObject({
    code: 'bucket-not-found',
    status: 404,
  })
  await expect(metadata({ status: 401, says: 'Firebase App Check token is invalid' })).rejects.toMatchObject({
    code: 'unauthorized-app',
  })
})

test('a refused app-check token is renewed once', async () => {
  const sent: (string | undefined)[] = []
  const send: Send = async ({ headers }) => {
    sent.push(headers?.['x-firebase-appcheck'])
    const text = JSON.stringify({ error: { status: 'invalid-app-check' } })
    return { status: sent.length === 1 ? 401 : 200, text: sent.length === 1 ? text : '{}', header: () => null }
  }
  const appCheck = async (refused?: string | null) => (refused === undefined ? 'old' : 'new')
  await createStorage({ base: '/', bucket: 'pictures', token: async () => 'token', appCheck, send }).metadata(
    'a',
    never,
  )
  expect(sent).toEqual(['old', 'new'])
})

test('data URLs and base64 text are decoded, and malformed ones refused', () => {
  expect([...decodeBase64('+/8=')]).toEqual([0xfb, 0xff])
  expect(fileFromDataUrl('data:image/PNG;base64,iVBO Rw==', 'pasted')).toMatchObject({ type: 'image/png', size: 4 })
  expect(fileFromDataUrl('data:,a%20b', 'note')).toMatchObject({ name: 'note.plain', type: 'text/plain', size: 3 })
  for (const text of ['a', 'ab=c', 'a_b-', 'äöü='])
    expect(() => decodeBase64(text)).toThrow(expect.objectContaining({ code: 'invalid-format' }))
  for (const url of ['image/png;base64,AAAA', 'data:image/png;base64', 'data:nothing;base64,AAAA', 'data:,%zz'])
    expect(() => fileFromDataUrl(url, 'x')).toThrow(expect.objectContaining({ code: 'invalid-format' }))
})
