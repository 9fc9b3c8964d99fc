import { Refusal } from '#contract/errors.ts'

const LONGEST_NAME_BYTES = 1024
const PATH = /^v0\/b\/([^/]+)\/o(?:\/(.*))?$/

export type Address = { bucket: string; name: string | null; query: URLSearchParams }

/** Reads the address as it was sent. A name is one segment, decoded once: `100%`, `a%2Fb` and `..` are names. */
export function readAddress(url: string, prefix: string): Address {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const [, bucket, name] = PATH.exec(path.slice(prefix.length)) ?? []
  if (!path.startsWith(prefix) || bucket === undefined) throw new Refusal('malformed')
  return {
    bucket: decoded(bucket),
    name: name ? checkedName(decoded(name)) : null,
    query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
  }
}

/** Names are opaque but for what cannot be written down. */
export function checkedName(name: string): string {
  const bytes = Buffer.byteLength(name)
  if (bytes === 0 || bytes > LONGEST_NAME_BYTES || /[\r\n\0]/.test(name)) throw new Refusal('invalid-argument')
  return name
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal('malformed')
  }
}
