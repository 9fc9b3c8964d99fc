import type { EndpointKey } from '#contract/endpoints.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { fetchWithRetry } from '#site/fetch.ts'
import { refusalOf, tokenProblem } from './refusal.ts'

export type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Where calls find the token of the person who is signed in. */
export type Tokens = {
  /** Null for a visitor. `refused` is the token that the server did not take, or null when none was sent. */
  token(refused?: string | null): Promise<string | null>
  /** Told when the server did not take a new one either. */
  giveUp?(code: RefusalCode): void
}

const SMALL = 1000

type Call = { base: string; key: EndpointKey; input: AnyInput; tokens: Tokens }

/** A token is refused before anything is done, so the same call may be sent once more with another. */
export async function call({ tokens, ...request }: Call): Promise<unknown> {
  // Reading goes by the cookie.
  const reads = request.key.startsWith('GET ')
  const token = reads ? null : await tokens.token()
  const first = await send(request, token)
  if (first.ok) return first.json()

  const refusal = await refusalOf(first)
  const another = tokenProblem(refusal) ? await tokens.token(token) : null
  if (another === null) throw refusal
  const second = await send(request, reads ? null : another)
  if (second.ok) return second.json()

  const again = await refusalOf(second)
  const problem = tokenProblem(again)
  if (problem) tokens.giveUp?.(problem)
  throw again
}

function send({ base, key, input: { params, query, body } }: Omit<Call, 'tokens'>, token: string | null) {
  const [method = 'GET', path = '/'] = key.split(' ')
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const sent = body === undefined ? undefined : JSON.stringify(body)
  return fetchWithRetry(base + filled + search(query), {
    method,
    // What is small arrives even when the page is left meanwhile; of all that is under way, browsers grant 64 KB.
    keepalive: sent !== undefined && sent.length < SMALL,
    headers: {
      accept: 'application/json',
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(sent !== undefined && { body: sent }),
  })
}

function search(query: Record<string, unknown> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
    : ''
}
