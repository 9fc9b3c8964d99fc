import type { EndpointKey } from '#contract/endpoints.ts'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { fetchWithRetry } from '#site/fetch.ts'
import { refusalOf, tokenProblem } from './refusal.ts'

export type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Provides the ID token of the signed-in person. */
export type Tokens = {
  /** Null for a visitor. `refused` is the token that the server rejected, or null when none was sent. */
  token(refused?: string | null): Promise<string | null>
  /** Called when the server rejects a fresh token, too. */
  giveUp?(code: RefusalCode): void
  /** Whether an admin views the site as another person. The server refuses writes as well. */
  viewOnly?(): boolean
}

const SMALL = 1000
const allowedWhileViewing: ReadonlySet<EndpointKey> = new Set(['POST /api/impersonation/end', 'POST /api/sign-out'])

type Call = { base: string; key: EndpointKey; input: AnyInput; tokens: Tokens }

/** A token is rejected before the call has any effect, so the call is repeated once with a fresh one. */
export async function call({ tokens, ...request }: Call): Promise<unknown> {
  // Reads are authenticated by the cookie.
  const reads = request.key.startsWith('GET ')
  const refused = !reads && tokens.viewOnly?.() && !allowedWhileViewing.has(request.key)
  if (refused) throw new Refusal('view-only')
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
    // keepalive lets small requests finish after the page is closed; browsers allow 64 KB for all of them together.
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
