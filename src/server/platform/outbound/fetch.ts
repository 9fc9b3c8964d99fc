import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency.ts'
import { codeOf } from '#server/platform/errors.ts'
import { isPublicAddress } from './public-addresses.ts'
import { type ResolveHost, createResolver, resolveWithSystem } from './dns.ts'

const TIMEOUT_MS = 8 * SECOND_MS
const MAX_REDIRECTS = 4
const CONCURRENCY = 8
const MAX_QUEUED = 40
/** Every page load of a signed-in person may call a service, and files take longer. */
const SERVICE_CONCURRENCY = 32
const SERVICE_MAX_QUEUED = 200
/** For webhooks. Slow endpoints must not delay link previews and pushes. */
const DELIVERY_CONCURRENCY = 16
const DELIVERY_MAX_QUEUED = 40
const ALLOWED_PORTS = new Set(['', '80', '443', '8080', '8443'])

const NO_PUBLIC_ADDRESS = 'no public address'

export type OutboundConfig = {
  /** For tests: also allows private addresses. */
  allowPrivate: boolean
  /** The User-Agent header. */
  agent: string
  /** Origins of the configured services, which may be on a private network. */
  services?: readonly string[]
}

type FetchOptions = {
  accept: string
  maxBytes: number
  /** Cuts the response at `maxBytes` instead of refusing it. */
  truncate?: boolean
}

type Rules = OutboundConfig & { isAllowed(ip: string): boolean; resolveHost: ResolveHost }

export type Fetched = { address: string; type: string; bytes: Buffer }
type PostBody = { headers: Record<string, string>; body: Buffer }
type DeliveryOptions = PostBody & { timeoutMs: number; maxBytes: number }
export type Delivered = { status: number; retryAfter: string | null; bytes: Buffer }
export type Outbound = {
  /** Whether private addresses are allowed, which only a site on a loopback address can do. */
  allowPrivate: boolean
  /** Refuses with `unreachable` what would be refused without a request: other protocols, ports, credentials, private addresses. */
  checkAddress(address: string): void
  get(address: string, options: FetchOptions): Promise<Fetched>
  /** Does not follow redirects. Resolves with any status. */
  post(address: string, body: PostBody): Promise<{ status: number; retryAfter: string | null }>
  /** Like `post`, with the start of the response. The reason of a failure is a sentence for admins. */
  deliver(address: string, options: DeliveryOptions): Promise<Delivered>
  /** Any request to a public address, with the whole response. Does not follow redirects. Resolves with any status. */
  request(address: string, request: ServiceRequest): Promise<ServiceResponse & { type: string }>
  /** A request to a configured service, and to no other address. Does not follow redirects. Resolves with any status. */
  callService(address: string, request: ServiceRequest): Promise<ServiceResponse>
}

type ServiceRequest = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: Buffer
  maxBytes: number
  timeoutMs?: number
}
export type ServiceResponse = { status: number; bytes: Buffer }

/**
 * Fetches URLs that people enter, protected against SSRF: each IP address is checked after DNS resolution, the connection
 * uses exactly that address, and every redirect is checked again.
 */
export function createOutbound(
  config: OutboundConfig,
  isAllowed = config.allowPrivate ? () => true : isPublicAddress,
  resolveHost = config.allowPrivate ? resolveWithSystem : createResolver(),
): Outbound {
  const rules = { ...config, isAllowed, resolveHost }
  const limit = createConcurrencyLimit({ concurrency: CONCURRENCY, maxQueued: MAX_QUEUED })
  // Its own: slow addresses that people enter must not delay the services.
  const limitServices = createConcurrencyLimit({ concurrency: SERVICE_CONCURRENCY, maxQueued: SERVICE_MAX_QUEUED })
  const limitDeliveries = createConcurrencyLimit({ concurrency: DELIVERY_CONCURRENCY, maxQueued: DELIVERY_MAX_QUEUED })
  return {
    allowPrivate: config.allowPrivate,
    checkAddress: (address) => checkUrl(new URL(address), rules),
    get: (address, options) => limit(() => get(new URL(address), options, rules)),
    post: (address, body) => limit(() => post(new URL(address), body, rules)),
    deliver: (address, options) => limitDeliveries(() => deliver(new URL(address), options, rules)),
    request: (address, asked) => limitServices(() => requestPublic(new URL(address), asked, rules)),
    callService: (address, asked) => limitServices(() => callService(new URL(address), asked, rules)),
  }
}

async function post(url: URL, body: PostBody, rules: Rules) {
  checkUrl(url, rules)
  const response = await send(url, body, rules, AbortSignal.timeout(TIMEOUT_MS))
  response.destroy()
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null }
}

async function deliver(url: URL, { headers, body, timeoutMs, maxBytes }: DeliveryOptions, rules: Rules) {
  checkUrl(url, rules)
  const explain = (error: Error) => describeFailure(error, timeoutMs)
  const sent = { headers: { 'accept-encoding': 'identity', ...headers }, body }
  const response = await send(url, sent, rules, AbortSignal.timeout(timeoutMs), explain)
  const bytes = await read(response, { maxBytes, truncate: true })
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, bytes }
}

function describeFailure(error: Error, timeoutMs: number) {
  const code = codeOf(error) ?? ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || code === 'ABORT_ERR')
    return `No response within ${timeoutMs / SECOND_MS} seconds.`
  if (error.message === NO_PUBLIC_ADDRESS) return 'The host name has no public address.'
  if (code === 'ENOTFOUND') return 'The host name was not found.'
  if (code === 'ECONNREFUSED') return 'The server refused the connection.'
  if (code === 'ECONNRESET') return 'The server closed the connection without a response.'
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return `The TLS certificate is not valid (${code}).`
  return 'No response.'
}

async function requestPublic(url: URL, asked: ServiceRequest, rules: Rules) {
  const { method = 'GET', headers = {}, body, maxBytes, timeoutMs = TIMEOUT_MS } = asked
  checkUrl(url, rules)
  const sent = { method, headers: { 'accept-encoding': 'identity', ...headers }, ...(body && { body }) }
  const explain = (error: Error) => describeFailure(error, timeoutMs)
  const response = await send(url, sent, rules, AbortSignal.timeout(timeoutMs), explain)
  const bytes = await read(response, { maxBytes })
  return { status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', bytes }
}

async function callService(url: URL, request: ServiceRequest, rules: Rules) {
  const { method = 'GET', headers = {}, body, maxBytes, timeoutMs = TIMEOUT_MS } = request
  if (!rules.services?.includes(url.origin)) throw unreachable('not a configured service')
  const open = { ...rules, isAllowed: () => true, resolveHost: resolveWithSystem }
  const sent = { method, headers: { 'accept-encoding': 'identity', ...headers }, ...(body && { body }) }
  const response = await send(url, sent, open, AbortSignal.timeout(timeoutMs))
  return { status: response.statusCode ?? 0, bytes: await read(response, { maxBytes }) }
}

async function get(first: URL, options: FetchOptions, rules: Rules): Promise<Fetched> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = first
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    checkUrl(url, rules)
    const headers = { 'accept': options.accept, 'accept-encoding': 'identity' }
    const response = await send(url, { headers }, rules, signal)
    const { statusCode = 0, headers: received } = response
    if (statusCode >= 300 && statusCode < 400 && received.location && URL.canParse(received.location, url.href)) {
      response.destroy()
      url = new URL(received.location, url)
      continue
    }
    if (statusCode !== 200 || (received['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy()
      throw unreachable(statusCode === 200 ? 'the response is compressed' : `the response status is ${statusCode}`)
    }
    return { address: url.href, type: received['content-type'] ?? '', bytes: await read(response, options) }
  }
  throw unreachable('too many redirects')
}

function checkUrl({ protocol, hostname, port, username, password }: URL, { allowPrivate, isAllowed }: Rules) {
  if (protocol !== 'https:' && protocol !== 'http:') throw unreachable('not an HTTP URL')
  if (username || password) throw unreachable('the URL contains credentials')
  if (!allowPrivate && !ALLOWED_PORTS.has(port)) throw unreachable('the port is not allowed')
  const literal = hostname.replace(/^\[|\]$/g, '')
  // An IP literal is never resolved, so it is checked here.
  if (isIP(literal) && !isAllowed(literal)) throw unreachable('the address is not public')
}

type Outgoing = { method?: string; headers: Record<string, string>; body?: Buffer }

/** By default POST with a body, GET without. */
function send(
  url: URL,
  { method, headers, body }: Outgoing,
  rules: Rules,
  signal: AbortSignal,
  explain: (error: Error) => string = () => 'no response',
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: method ?? (body ? 'POST' : 'GET'),
    signal,
    // No shared agent: a pooled connection would skip the address check in `lookup`.
    agent: false,
    headers: { ...headers, 'user-agent': rules.agent, ...(body && { 'content-length': body.length }) },
    lookup: (hostname, lookupOptions, done) => {
      callbackify(rules.resolveHost)(hostname, (error: Error | null, found?: LookupAddress[]) => {
        const usable = found?.filter(({ address }) => rules.isAllowed(address)) ?? []
        const [first] = usable
        if (error || !first) return done(error ?? new Error(NO_PUBLIC_ADDRESS), '')
        return lookupOptions.all ? done(null, usable) : done(null, first.address, first.family)
      })
    },
  }
  const requestOver = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    requestOver(url, options, resolve)
      .on('error', (error) => reject(unreachable(explain(error))))
      .end(body)
  })
}

async function read(response: IncomingMessage, { maxBytes, truncate }: Omit<FetchOptions, 'accept'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      size += bytes.length
      if (size > maxBytes) {
        if (truncate) break
        throw new Refusal('too-large')
      }
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable('the response was cut off')
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function unreachable(reason: string) {
  return new Refusal('unreachable', { reason })
}
