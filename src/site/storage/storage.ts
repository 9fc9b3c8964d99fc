import { STORAGE_OPERATION_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type Patience, createPatience, mayPass } from './patience.ts'
import type { Send, StorageAnswer, StorageRequest } from './send.ts'
import { StorageError, errorByStatus } from './storage-error.ts'

type Options = {
  /** The site's own base address, with a slash at its end. */
  base: string
  bucket: string
  token(refused?: string | null): Promise<string | null>
  send: Send
}

export type Storage = ReturnType<typeof createStorage>

/** The calls to the store of files, in the name of whoever is signed in. */
export function createStorage({ base, bucket, token, send }: Options) {
  const objects = `${base}v0/b/${encodeURIComponent(bucket)}/o`

  /** A token may have ended meanwhile: then the same is sent once more with a new one. */
  async function withToken(request: StorageRequest, signal: AbortSignal) {
    const first = await token()
    const answer = await send(signed(request, first), signal)
    if (answer.status !== 401) return answer
    const another = await token(first)
    return another === null ? answer : send(signed(request, another), signal)
  }

  /** Null when there was no answer, or one that may be another in a moment. */
  async function once(request: StorageRequest, signal: AbortSignal): Promise<StorageAnswer | null> {
    try {
      const answer = await withToken(request, signal)
      return mayPass(answer.status) ? null : answer
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refusal && (error.status === 401 || error.status === 403))
        throw new StorageError('unauthenticated', error.status)
      return null
    }
  }

  async function patiently(request: StorageRequest, signal: AbortSignal, patience: Patience) {
    for (;;) {
      const answer = await once(request, signal)
      if (answer) return answer
      await patience.wait(signal)
    }
  }

  /** A call about one object. */
  async function operate(method: 'GET' | 'DELETE', name: string, signal: AbortSignal) {
    const request = { method, url: `${objects}/${encodeURIComponent(name)}` }
    const answer = await patiently(request, signal, createPatience(STORAGE_OPERATION_MS))
    if (answer.status >= 300) throw errorByStatus(answer.status, { object: true })
    return answer.text
  }

  return {
    once,
    patiently,
    /** Where an object of this name is uploaded to. */
    uploadAddress: (name: string) => `${objects}?name=${encodeURIComponent(name)}`,
    metadata: (name: string, signal: AbortSignal) => operate('GET', name, signal),
    remove: (name: string) => operate('DELETE', name, new AbortController().signal),
  }
}

function signed(request: StorageRequest, token: string | null): StorageRequest {
  return token === null ? request : { ...request, headers: { ...request.headers, authorization: `Firebase ${token}` } }
}
