import type { StorageRequest } from './send.ts'
import { typeOf } from './pieces.ts'

/** A small file and what is to be known about it, in one request. */
export function multipart(url: string, name: string, file: File): StorageRequest & { overhead: number } {
  const boundary = crypto.randomUUID().replaceAll('-', '')
  const about = JSON.stringify({ name, contentType: typeOf(file) })
  const head = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${about}\r\n--${boundary}\r\nContent-Type: ${typeOf(file)}\r\n\r\n`
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
