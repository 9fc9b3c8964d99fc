import { UPLOAD_PIECE_BYTES, UPLOAD_PIECE_MOST_BYTES } from '#contract/constants.ts'
import type { Backoff } from './backoff.ts'
import type { StorageResponse, StorageRequest } from './xhr.ts'
import type { Storage } from './storage.ts'
import { StorageError, errorByResponse } from '#site/errors/storage-error.ts'

type Options = { storage: Storage; name: string; file: File; patience: Backoff; onProgress(bytes: number): void }

/** A resumable upload; running it again continues where it stopped. */
export function createResumableUpload({ storage, name, file, patience, onProgress }: Options) {
  let address: string | null = null
  let arrived = 0
  let size = UPLOAD_PIECE_BYTES
  // True when the server's offset is unknown.
  let unsure = false
  let restarted = false

  async function start(signal: AbortSignal) {
    const request: StorageRequest = {
      method: 'POST',
      url: storage.uploadAddress(name),
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(file.size),
        'x-goog-upload-header-content-type': contentTypeOf(file),
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify({ name, contentType: contentTypeOf(file) }),
    }
    const answer = await storage.patiently(request, signal, patience)
    const given = answer.header('x-goog-upload-url')
    if (answer.status !== 200 || !given) throw errorByResponse(answer)
    patience.renew()
    if (!URL.canParse(given, location.origin)) throw new StorageError('invalid-url')
    // The URL may name another host than the one this browser uses.
    const { pathname, search } = new URL(given, location.origin)
    return storage.origin + pathname + search
  }

  function tell(url: string, command: string, more: Partial<StorageRequest> = {}): StorageRequest {
    return { method: 'POST', url, ...more, headers: { 'x-goog-upload-command': command, ...more.headers } }
  }

  function sendPiece(url: string, signal: AbortSignal) {
    const from = arrived
    const end = Math.min(from + size, file.size)
    const last = end === file.size
    const command = from === end ? 'finalize' : last ? 'upload, finalize' : 'upload'
    const headers = { 'x-goog-upload-offset': String(from) }
    const body = file.slice(from, end)
    const request = tell(url, command, { headers, body, onProgress: (sent) => onProgress(Math.min(from + sent, end)) })
    return storage.once(request, signal).then((answer) => {
      if (answer?.status === 200) arrived = end
      return answer
    })
  }

  /** Queries the server's offset. */
  async function ask(url: string, signal: AbortSignal) {
    const answer = await storage.once(tell(url, 'query'), signal)
    if (answer?.status === 200) arrived = Number(answer.header('x-goog-upload-size-received') ?? arrived)
    return answer
  }

  /** The object's metadata; empty when the response to the last chunk was lost. */
  async function step(url: string, signal: AbortSignal): Promise<string | null> {
    const asked = unsure
    const before = arrived
    unsure = true
    const answer: StorageResponse | null = await (asked ? ask(url, signal) : sendPiece(url, signal))
    if (!answer) {
      size = UPLOAD_PIECE_BYTES
      return patience.wait(signal).then(() => null)
    }
    if (answer.status === 404 || answer.status === 410) return begin(answer)
    if (answer.status !== 200) throw errorByResponse(answer)
    unsure = false
    onProgress(arrived)
    if (answer.header('x-goog-upload-status') === 'final') return asked ? '' : answer.text
    if (!asked) size = Math.min(size * 2, UPLOAD_PIECE_MOST_BYTES)
    if (arrived > before) patience.renew()
    return null
  }

  /** The server expires idle uploads. */
  function begin(answer: StorageResponse) {
    if (restarted) throw errorByResponse(answer)
    restarted = true
    address = null
    arrived = 0
    unsure = false
    onProgress(0)
    return null
  }

  return async function run(signal: AbortSignal): Promise<string> {
    for (;;) {
      address ??= await start(signal)
      const said = await step(address, signal)
      if (said !== null) return said === '' ? storage.metadata(name, signal) : said
    }
  }
}

export function contentTypeOf(file: File) {
  return file.type || 'application/octet-stream'
}
