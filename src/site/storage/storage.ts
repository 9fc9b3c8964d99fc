import { STORAGE_OPERATION_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type Backoff, createBackoff, isTransient } from './backoff.ts'
import type { Send, StorageResponse, StorageRequest } from './xhr.ts'
import { StorageError, errorByResponse } from '#site/errors/storage-error.ts'

type Options = {
  /** The URL of the storage service, with a trailing slash. */
  base: string
  bucket: string
  token(refused?: string | null): Promise<string | null>
  /** The app-check token of the service. */
  appCheck?(refused?: string | null): Promise<string | null>
  send: Send
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,221}$/
const MAX_NAME_BYTES = 1024

export type Storage = ReturnType<typeof createStorage>

/** Storage API calls for the signed-in account. */
export function createStorage({ base, bucket, token, appCheck = async () => null, send }: Options) {
  const objects = `${base}v0/b/${encodeURIComponent(bucket)}/o`
  let closed = false

  /** The URL of an object, or the reason that there can be none. */
  function addressOf(name: string, how: 'upload' | 'object') {
    if (!base.startsWith('/') && !URL.canParse(base)) throw new StorageError('invalid-url')
    if (bucket === '') throw new StorageError('no-default-bucket')
    if (!BUCKET_NAME.test(bucket)) throw new StorageError('invalid-default-bucket')
    if (/^\/*$/.test(name)) throw new StorageError('invalid-root-operation')
    if (/[\r\n\0]/.test(name) || new TextEncoder().encode(name).length > MAX_NAME_BYTES)
      throw new StorageError('invalid-argument')
    return how === 'upload' ? `${objects}?name=${encodeURIComponent(name)}` : `${objects}/${encodeURIComponent(name)}`
  }

  /** Retries once with fresh tokens when one has expired. */
  async function withToken(request: StorageRequest, signal: AbortSignal) {
    const [first, attested] = await Promise.all([token(), appCheck()])
    const answer = await send(signed(request, first, attested), signal)
    if (answer.status !== 401) return answer
    if (errorByResponse(answer).code === 'unauthorized-app') {
      const renewed = await appCheck(attested)
      return renewed === null ? answer : send(signed(request, first, renewed), signal)
    }
    const another = await token(first)
    return another === null ? answer : send(signed(request, another, attested), signal)
  }

  /** Null on a transient failure. */
  async function once(request: StorageRequest, signal: AbortSignal): Promise<StorageResponse | null> {
    if (closed) throw new StorageError('app-deleted')
    try {
      const answer = await withToken(request, signal)
      return isTransient(answer.status) ? null : answer
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StorageError) throw error
      if (error instanceof Refusal && (error.status === 401 || error.status === 403))
        throw new StorageError('unauthenticated', error.status)
      return null
    }
  }

  async function patiently(request: StorageRequest, signal: AbortSignal, patience: Backoff) {
    for (;;) {
      const answer = await once(request, signal)
      if (answer) return answer
      await patience.wait(signal)
    }
  }

  /** A call about one object. */
  async function operate(method: 'GET' | 'DELETE', name: string, signal: AbortSignal) {
    const request = { method, url: addressOf(name, 'object') }
    const answer = await patiently(request, signal, createBackoff(STORAGE_OPERATION_MS))
    if (answer.status >= 300) throw errorByResponse(answer, { object: true })
    return answer.text
  }

  return {
    /** Of an external service; empty for this site. */
    origin: URL.canParse(base) ? new URL(base).origin : '',
    once,
    patiently,
    /** The upload URL of an object. */
    uploadAddress: (name: string) => addressOf(name, 'upload'),
    metadata: (name: string, signal: AbortSignal) => operate('GET', name, signal),
    remove: (name: string) => operate('DELETE', name, new AbortController().signal),
    /** A URL at which anyone can read the object. */
    async downloadUrl(name: string, signal: AbortSignal) {
      const downloadToken = downloadTokenIn(await operate('GET', name, signal))
      if (downloadToken === null) throw new StorageError('no-download-url')
      return `${addressOf(name, 'object')}?alt=media&token=${encodeURIComponent(downloadToken)}`
    },
    /** Ends all uploads: they belong to a person who is no longer signed in. */
    close() {
      closed = true
    },
  }
}

function signed(request: StorageRequest, token: string | null, attested: string | null): StorageRequest {
  const headers = {
    ...request.headers,
    ...(token !== null && { authorization: `Firebase ${token}` }),
    ...(attested !== null && { 'x-firebase-appcheck': attested }),
  }
  return { ...request, headers }
}

/** The first download token in an object's metadata. */
function downloadTokenIn(text: string) {
  const { downloadTokens } = parseObject(text)
  return typeof downloadTokens === 'string' && downloadTokens !== '' ? (downloadTokens.split(',')[0] ?? null) : null
}

/** The metadata in a successful response. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const object: unknown = JSON.parse(text)
    if (typeof object === 'object' && object !== null) return { ...object }
  } catch {
    // Not JSON.
  }
  throw new StorageError('internal-error')
}
