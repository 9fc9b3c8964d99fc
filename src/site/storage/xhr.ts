import { createContext } from 'react'
import { StorageError } from '#site/errors/storage-error.ts'
import { REQUEST_TIMEOUT_MOBILE_MS } from '#contract/constants.ts'

export type StorageRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Blob | string
  /** Bytes sent. */
  onProgress?(sent: number): void
}

export type StorageResponse = { status: number; text: string; header(name: string): string | null }

/** Rejects with the signal's reason when it is aborted, and with a TypeError when there was no answer. */
export type Send = (request: StorageRequest, signal: AbortSignal) => Promise<StorageResponse>

/** XMLHttpRequest, because `fetch` reports no upload progress. */
export const sendByXhr: Send = ({ method, url, headers = {}, body, onProgress }, signal) =>
  new Promise((answer, fail) => {
    signal.throwIfAborted()
    if (typeof XMLHttpRequest === 'undefined') throw new StorageError('unsupported-environment')
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const noAnswer = () => settle(() => fail(new TypeError('The server could not be reached')))
    const stopped = () => {
      xhr.abort()
      settle(() => fail(signal.reason))
    }
    // A dead connection makes no progress; a slow one does.
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        noAnswer()
        xhr.abort()
      }, REQUEST_TIMEOUT_MOBILE_MS)
    }
    const settle = (how: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stopped)
      how()
    }

    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded }) => {
      moved()
      onProgress?.(loaded)
    })
    xhr.addEventListener('load', () => {
      const { status, responseText } = xhr
      settle(() => answer({ status, text: responseText, header: (name) => xhr.getResponseHeader(name) }))
    })
    xhr.addEventListener('error', noAnswer)
    signal.addEventListener('abort', stopped)
    moved()
    xhr.send(body ?? null)
  })

/** Tests provide their own. */
export const SendContext = createContext<Send>(sendByXhr)
