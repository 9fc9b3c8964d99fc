import { STORAGE_UPLOAD_MS, UPLOAD_PIECE_BYTES } from '#contract/constants.ts'
import { createBackoff } from './backoff.ts'
import { createResumableUpload, contentTypeOf } from './resumable-upload.ts'
import { type Storage, parseObject } from './storage.ts'
import { StorageError, errorByResponse } from '#site/errors/storage-error.ts'
import type { StorageRequest } from './xhr.ts'

type Options = {
  storage: Storage
  /** The object's whole name in the bucket. */
  name: string
  file: File
}

export type Upload = {
  /** Settles once the object is there, or with a StorageError. */
  done: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
  /** Subscribes to `progress`, with the bytes sent and the total. Refuses other events. */
  on(event: string, listener: (bytes: number, total: number) => void): void
}

/** Uploads one file; resumes after connection failures and pauses. */
export function startUpload({ storage, name, file }: Options): Upload {
  const line = createBackoff(STORAGE_UPLOAD_MS)
  // Not retried: the file was moved or changed since it was chosen.
  const patience = { ...line, wait: (signal: AbortSignal) => stillReadable(file).then(() => line.wait(signal)) }
  const listeners = new Set<(bytes: number, total: number) => void>()
  const tell = (bytes: number) => listeners.forEach((listener) => listener(bytes, file.size))
  const run =
    file.size > UPLOAD_PIECE_BYTES ? createResumableUpload({ storage, name, file, patience, onProgress: tell }) : inOne
  let stop = new AbortController()
  let canceled = false
  let paused: Promise<void> | null = null
  let goOn = () => {}

  async function inOne(signal: AbortSignal) {
    const { overhead, ...request } = multipart(storage.uploadAddress(name), name, file)
    const progress = (sent: number) => tell(Math.min(Math.max(sent - overhead, 0), file.size))
    const answer = await storage.patiently({ ...request, onProgress: progress }, signal, patience)
    if (answer.status !== 200) throw errorByResponse(answer)
    return answer.text
  }

  async function work() {
    for (;;) {
      try {
        await paused
        if (canceled) throw new StorageError('canceled')
        const said = await run(stop.signal)
        checkSize(said, file)
        return tell(file.size)
      } catch (error) {
        if (canceled) throw new StorageError('canceled')
        if (!stop.signal.aborted) throw error
        stop = new AbortController()
        patience.renew()
      }
    }
  }

  const done = work()
  return {
    done,
    on(event, listener) {
      if (event !== 'progress') throw new StorageError('invalid-event-name')
      listeners.add(listener)
    },
    pause() {
      if (paused || canceled) return
      paused = new Promise((resolve) => (goOn = resolve))
      stop.abort()
    },
    resume() {
      paused = null
      goOn()
    },
    cancel() {
      canceled = true
      stop.abort()
      goOn()
    },
  }
}

async function stillReadable(file: File) {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new StorageError('cannot-slice-blob')
  }
}

/** Verifies size and hash of the stored object. */
function checkSize(said: string, file: File) {
  if (Number(parseObject(said)['size']) !== file.size) throw new StorageError('server-file-wrong-size')
}

/** The multipart body of a small file with its metadata. */
function multipart(url: string, name: string, file: File): StorageRequest & { overhead: number } {
  const boundary = crypto.randomUUID().replaceAll('-', '')
  const about = JSON.stringify({ name, contentType: contentTypeOf(file) })
  const head = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${about}\r\n--${boundary}\r\nContent-Type: ${contentTypeOf(file)}\r\n\r\n`
  const body = new Blob([head, file, `\r\n--${boundary}--`])
  return {
    method: 'POST',
    url,
    headers: {
      'x-goog-upload-protocol': 'multipart',
      'content-type': `multipart/related; boundary=${boundary}`,
    },
    body,
    overhead: body.size - file.size,
  }
}
