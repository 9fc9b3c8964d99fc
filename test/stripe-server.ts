import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { atEnd } from './at-end.ts'
import { type StripeEvent, StripeFailure, aStripeAccount } from './stripe-account.ts'

export const STRIPE_KEY = 'sk_live_bramble'
export const STRIPE_TEST_KEY = 'sk_test_bramble'
export const STRIPE_WEBHOOK_SECRET = 'whsec_bramble'

/**
 * The endpoints of Stripe that the site calls, on a free port. The two keys have objects of their own, as the live and the
 * test mode of an account do. Events are sent only when a test delivers them.
 */
export async function aStripeServer(now: () => Date = () => new Date()) {
  let made = 0
  const nextId = (prefix: string) => `${prefix}_${(made += 1)}`
  const live = aStripeAccount(now, nextId)
  const testMode = aStripeAccount(now, nextId)
  const repeated = new Map<string, { request: string; status: number; reply: unknown }>()
  const requests: { method: string; path: string; form: URLSearchParams }[] = []
  let failing = 0
  let dropping = { path: '', count: 0 }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const form = request.method === 'GET' ? url.searchParams : new URLSearchParams(body)
    const { authorization, 'idempotency-key': key } = request.headers
    const asked = { key: authorization?.replace('Bearer ', '') ?? '', method: request.method ?? '', path: url.pathname }
    const { status, reply } = repeat(typeof key === 'string' ? key : null, asked, form)
    if (dropping.path === url.pathname && dropping.count > 0) {
      dropping.count -= 1
      response.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply))
  }

  type Asked = { key: string; method: string; path: string }

  /** As Stripe does: the same key returns the first answer, also an error, and refuses other parameters. */
  function repeat(idempotencyKey: string | null, asked: Asked, form: URLSearchParams) {
    if (asked.method !== 'POST' || idempotencyKey === null) return respond(asked, form)
    const of = `${asked.key} ${idempotencyKey}`
    const request = `${asked.path} ${form.toString()}`
    const earlier = repeated.get(of)
    if (earlier && earlier.request !== request)
      return refuse(new StripeFailure(400, 'idempotency_error', 'other_parameters'))
    const answered = earlier ?? { request, ...respond(asked, form) }
    if (answered.status < 500) repeated.set(of, answered)
    return answered
  }

  function respond({ key, method, path }: Asked, form: URLSearchParams): { status: number; reply: unknown } {
    const account = key === STRIPE_KEY ? live : key === STRIPE_TEST_KEY ? testMode : null
    if (!account) return refuse(new StripeFailure(401, 'authentication_error', 'no_key'))
    if (failing > 0) {
      failing -= 1
      return refuse(new StripeFailure(500, 'api_error', 'down'))
    }
    requests.push({ method, path, form })
    try {
      const reply = account.respond(method, path, form)
      return reply
        ? { status: 200, reply }
        : refuse(new StripeFailure(404, 'invalid_request_error', 'resource_missing'))
    } catch (error) {
      if (error instanceof StripeFailure) return refuse(error)
      throw error
    }
  }

  function refuse({ answer: { status, type, code, param } }: StripeFailure) {
    return { status, reply: { error: { type, code, param, message: code } } }
  }

  /** A webhook, signed with the real scheme. */
  function sign(
    { id, type, object }: StripeEvent,
    { secret = STRIPE_WEBHOOK_SECRET, at = Math.floor(now().getTime() / 1000) } = {},
  ) {
    const payload = JSON.stringify({ id, object: 'event', type, data: { object }, created: at })
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
    const headers = { 'stripe-signature': header, 'content-type': 'application/json' }
    return { method: 'POST', headers, body: payload }
  }

  const url = `http://127.0.0.1:${port}`
  return {
    ...live,
    testMode,
    url,
    env: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL: url },
    requests,
    sign,
    /** The next requests answer that Stripe is down. */
    fail: (count: number) => void (failing = count),
    /** The next requests to this path are done, and their answers are lost. */
    dropReplies: (path: string, count: number) => void (dropping = { path, count }),
  }
}
