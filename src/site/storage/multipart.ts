import type { StorageRequest } from './xhr.ts'
import { contentTypeOf } from './resumable-upload.ts'

/** The multipart body of a small file with its metadata. */
export function multipart(url: string, name: string, file: File): StorageRequest & { overhead: number } {
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
