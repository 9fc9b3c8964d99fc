import { StorageError } from '#site/errors/storage-error.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[^;,]*)*)(;base64)?,([^]*)$/i

/** The bytes of a base64 string. Refuses any other text, and a length that cannot be base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = text.replace(/\s+/g, '')
  if (!BASE64.test(letters) || letters.replace(/=+$/, '').length % 4 === 1) throw new StorageError('invalid-format')
  return Uint8Array.from(atob(letters), (letter) => letter.codePointAt(0) ?? 0)
}

/** A file to upload from a data URL. Decoded by hand: fetching it would need a wider content security policy. */
export function fileFromDataUrl(source: string, name: string): File {
  const [, type = 'text/plain', , isBase64, body = ''] = DATA_URL.exec(source) ?? []
  if (!DATA_URL.test(source)) throw new StorageError('invalid-format')
  const bytes = isBase64 ? decodeBase64(unescapeText(body)) : new TextEncoder().encode(unescapeText(body))
  return new File([bytes], `${name}.${type.split('/')[1] ?? 'bin'}`, { type: type.toLowerCase() })
}

function unescapeText(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StorageError('invalid-format')
  }
}
