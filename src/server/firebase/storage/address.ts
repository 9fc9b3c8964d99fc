import { Refusal } from '#contract/errors.ts'

const MAX_NAME_BYTES = 1024
const PATH = /^v0\/b\/([^/]+)\/o(?:\/(.*))?$/

export type Address = { bucket: string; name: string | null; query: URLSearchParams }

/** Parses the raw URL. A name is one segment, decoded once: `100%`, `a%2Fb` and `..` are valid names. */
export function parseAddress(url: string, prefix: string): Address {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const [, bucket, name] = PATH.exec(path.slice(prefix.length)) ?? []
  if (!path.startsWith(prefix) || bucket === undefined) throw new Refusal('malformed')
  return {
    bucket: decode(bucket),
    name: name ? validateName(decode(name)) : null,
    query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
  }
}

export function validateName(name: string): string {
  const bytes = Buffer.byteLength(name)
  if (bytes === 0 || bytes > MAX_NAME_BYTES || /[\r\n\0]/.test(name)) throw new Refusal('invalid-argument')
  return name
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal('malformed')
  }
}
