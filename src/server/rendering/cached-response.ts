import type { IncomingMessage } from 'node:http'
import type { Encoding, Kept, PageCache } from '#server/platform/cache/page-cache.ts'

/** Names and values in turn, as Node's server takes them without another look. */
export type FlatHeaders = string[]
export type KeptAnswer = { status: number; headers: FlatHeaders; body: Buffer | null }

/** What a page depends on besides its address. */
export const VARY = 'accept-encoding, authorization, cookie'

type Form = Encoding | 'unchanged'

/** Answers with kept pages. What does not change from one answer to the next is put together once. */
export function createKeptAnswers(cache: PageCache, everywhere: Record<string, string>) {
  const fixed = Object.entries(everywhere).flat()
  const heads = new WeakMap<Kept, Partial<Record<Form, FlatHeaders>>>()

  function headOf(kept: Kept, form: Form, body: Buffer | null): FlatHeaders {
    const known = heads.get(kept) ?? {}
    heads.set(kept, known)
    return (known[form] ??= [...fixed, ...ownHeaders(kept, form, body)])
  }

  function answerWith(kept: Kept, encoding: Encoding, body: Buffer): KeptAnswer {
    return { status: kept.status, headers: headOf(kept, encoding, body), body }
  }

  /** The page in the form this browser takes best, or the news that it has it already; null when it must be packed first. */
  function atOnce(kept: Kept, headers: IncomingMessage['headers']): KeptAnswer | null {
    if (headers['if-none-match'] === kept.etag)
      return { status: 304, headers: headOf(kept, 'unchanged', null), body: null }
    const encoding = preferred(headers['accept-encoding'])
    const body = kept.bytes[encoding]
    return body ? answerWith(kept, encoding, body) : null
  }

  async function answer(kept: Kept, headers: IncomingMessage['headers']): Promise<KeptAnswer> {
    const ready = atOnce(kept, headers)
    if (ready) return ready
    const encoding = preferred(headers['accept-encoding'])
    return answerWith(kept, encoding, await cache.packed(kept, encoding))
  }

  return { atOnce, answer }
}

function ownHeaders(kept: Kept, form: Form, body: Buffer | null): FlatHeaders {
  // Anybody may keep it, and asks each time whether it is still good; the answer to that is a few bytes.
  const common = ['etag', kept.etag, 'vary', VARY, 'cache-control', 'public, no-cache']
  if (!body) return common
  const packed = form === 'identity' ? [] : ['content-encoding', form]
  return [...common, 'content-type', kept.type, 'content-length', String(body.length), ...packed]
}

function preferred(accepted: string | string[] | undefined): Encoding {
  const text = typeof accepted === 'string' ? accepted : ''
  if (accepts(text, 'br')) return 'br'
  return accepts(text, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string, encoding: string) {
  const at = header.indexOf(encoding)
  return at >= 0 && !refusal.test(header.slice(at + encoding.length))
}

const refusal = /^\s*;\s*q=0(\.0*)?\s*(,|$)/
