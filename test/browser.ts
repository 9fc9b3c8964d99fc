import type { EndpointKey, Reply } from '#contract/endpoints.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { TestApp } from './app.ts'

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Headers = Record<string, string>

/** The reply, or the refusal's code and details. */
export type Answered<R> = {
  status: number
  code: string | null
  details: Record<string, unknown>
  body: R
  headers: Response['headers']
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser without rendering: it keeps cookies and, before a write, requests an ID token. */
export function aBrowser(app: Pick<TestApp, 'url'>, agent = FIREFOX) {
  const cookies = new Map<string, string>()

  /** One request to any URL, with the cookies. Redirects are not followed. */
  async function visit(address: string, init: RequestInit & { headers?: Headers } = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'user-agent': agent, ...(cookie && { cookie }), ...init.headers }
    const response = await fetch(new URL(address, app.url), { redirect: 'manual', ...init, headers })
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Sends only the cookies. */
  async function ask<K extends EndpointKey>(key: K, { params = {}, query, body }: Input = {}, headers: Headers = {}) {
    const [method = '', path = ''] = key.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await visit(filled + search, { method, ...json, headers: { ...type, ...headers } })
    const said = (await response.json()) as Reply<K>
    const error = response.ok ? null : (said as ErrorReply).error
    const answered: Answered<Reply<K>> = {
      status: response.status,
      code: error?.code ?? null,
      details: error?.details ?? {},
      body: said,
      headers: response.headers,
    }
    return answered
  }

  /** The ID token for this browser's session. */
  async function token(): Promise<string> {
    const { code, body } = await ask('POST /api/session/token')
    if (code) throw new Error(`There is no token to have: ${code}`)
    return body.token
  }

  return {
    cookies,
    visit,
    ask,
    token,
    viewer: async () => (await ask('GET /api/viewer')).body,
    /** Sends an ID token, as the site's own pages do for writes. */
    async change<K extends EndpointKey>(key: K, input: Input = {}) {
      return ask(key, input, { authorization: `Bearer ${await token()}` })
    },
    /** A copy with the same cookies. */
    copy() {
      const other = aBrowser(app, agent)
      for (const [name, value] of cookies) other.cookies.set(name, value)
      return other
    },
  }
}
export type TestBrowser = ReturnType<typeof aBrowser>
