import type { EndpointKey } from '#contract/endpoints.ts'
import { type ErrorReply, Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import { patientFetch } from './fetch.ts'
import type { Api } from './page.ts'

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** The browser's client. Path, input and reply are typed by the contract; none of its schemas are shipped. */
export function createApi(base: string): Api {
  // The contract has tied input and reply to the key by now; below, they are just JSON.
  return ((key: EndpointKey, input?: AnyInput) => call(base, key, input)) as Api
}

async function call(base: string, key: EndpointKey, { params, query, body }: AnyInput = {}): Promise<unknown> {
  const [method = 'GET', path = '/'] = key.split(' ')
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const response = await patientFetch(base + filled + search(query), {
    method,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw await refusalOf(response)
}

function search(query: Record<string, unknown> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
    : ''
}

async function refusalOf(response: Response): Promise<Error> {
  const reply = (await response.json().catch(() => null)) as ErrorReply | null
  const { code, message, details } = reply?.error ?? {
    code: 'fault',
    message: `The server answered ${response.status}.`,
    details: {},
  }
  return isRefusal(code) ? new Refusal(code, details) : new Error(message)
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}
