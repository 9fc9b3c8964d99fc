import { UPLOAD_PIECE_BYTES, UPLOAD_PIECE_MOST_BYTES } from '#contract/constants.ts'
import type { Patience } from './patience.ts'
import type { StorageAnswer, StorageRequest } from './send.ts'
import type { Storage } from './storage.ts'
import { errorByStatus } from './storage-error.ts'

type Options = { storage: Storage; name: string; file: File; patience: Patience; onProgress(bytes: number): void }

/** An upload in pieces that remembers how far it came: running it again goes on from there. */
export function createPieces({ storage, name, file, patience, onProgress }: Options) {
  let address: string | null = null
  let arrived = 0
  let size = UPLOAD_PIECE_BYTES
  // True after anything that leaves open how much the server has.
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
        'x-goog-upload-header-content-type': typeOf(file),
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify({ name, contentType: typeOf(file) }),
    }
    const answer = await storage.patiently(request, signal, patience)
    const given = answer.header('x-goog-upload-url')
    if (answer.status !== 200 || !given) throw errorByStatus(answer.status)
    patience.renew()
    // The server may know itself by another name than this browser does.
    const { pathname, search } = new URL(given, location.origin)
    return pathname + search
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

  /** How much arrived, as the server has it. */
  async function ask(url: string, signal: AbortSignal) {
    const answer = await storage.once(tell(url, 'query'), signal)
    if (answer?.status === 200) arrived = Number(answer.header('x-goog-upload-size-received') ?? arrived)
    return answer
  }

  /** The server's word on the object; empty when it had said it before, to nobody. */
  async function step(url: string, signal: AbortSignal): Promise<string | null> {
    const asked = unsure
    const before = arrived
    unsure = true
    const answer: StorageAnswer | null = await (asked ? ask(url, signal) : sendPiece(url, signal))
    if (!answer) {
      size = UPLOAD_PIECE_BYTES
      return patience.wait(signal).then(() => null)
    }
    if (answer.status === 404 || answer.status === 410) return begin(answer.status)
    if (answer.status !== 200) throw errorByStatus(answer.status)
    unsure = false
    onProgress(arrived)
    if (answer.header('x-goog-upload-status') === 'final') return asked ? '' : answer.text
    if (!asked) size = Math.min(size * 2, UPLOAD_PIECE_MOST_BYTES)
    if (arrived > before) patience.renew()
    return null
  }

  /** Uploads that rest for long are forgotten by the server. */
  function begin(status: number) {
    if (restarted) throw errorByStatus(status)
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

export function typeOf(file: File) {
  return file.type || 'application/octet-stream'
}
