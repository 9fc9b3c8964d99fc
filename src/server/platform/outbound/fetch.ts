import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency.ts'
import { isPublic } from './addresses.ts'
import { type Names, createNames, ownNames } from './names.ts'

const LONGEST_MS = 8 * SECOND_MS
const MOST_REDIRECTS = 4
const AT_ONCE = 8
const MOST_WAITING = 40
const USUAL_PORTS = new Set(['', '80', '443', '8080', '8443'])

export type OutsideConfig = {
  /** For tests: pages on this machine and its network may be asked for too. */
  privateToo: boolean
  /** What we call ourselves. */
  agent: string
}

type Wanted = {
  accept: string
  mostBytes: number
  /** The beginning is enough; otherwise more than `mostBytes` is refused. */
  cut?: boolean
}

type Rules = OutsideConfig & { mayReach(ip: string): boolean; names: Names }

/** What another site gave. */
export type Fetched = { address: string; type: string; bytes: Buffer }
/** What is handed to another site. */
export type Handed = { headers: Record<string, string>; body: Buffer }
export type Outside = {
  get(address: string, wanted: Wanted): Promise<Fetched>
  /** Posts it there and nowhere else: redirects are not followed. What it answers is told, whatever it is. */
  post(address: string, handed: Handed): Promise<{ status: number; retryAfter: string | null }>
}

/**
 * Asks other sites, for people who name an address. Nothing inside our own network can be reached by it: every address is
 * looked at after its name was resolved, that one is connected to, and all again after every redirect.
 */
export function createOutside(
  config: OutsideConfig,
  mayReach = config.privateToo ? () => true : isPublic,
  names = config.privateToo ? ownNames : createNames(),
): Outside {
  const rules = { ...config, mayReach, names }
  const inTurn = createConcurrencyLimit({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  return {
    get: (address, wanted) => inTurn(() => follow(new URL(address), wanted, rules)),
    post: (address, handed) => inTurn(() => hand(new URL(address), handed, rules)),
  }
}

async function hand(url: URL, handed: Handed, rules: Rules) {
  checkUrl(url, rules)
  const answer = await ask(url, handed, rules, AbortSignal.timeout(LONGEST_MS))
  answer.destroy()
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null }
}

async function follow(first: URL, wanted: Wanted, rules: Rules): Promise<Fetched> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  let url = first
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    checkUrl(url, rules)
    const headers = { 'accept': wanted.accept, 'accept-encoding': 'identity' }
    const answer = await ask(url, { headers }, rules, signal)
    const { statusCode = 0, headers: given } = answer
    if (statusCode >= 300 && statusCode < 400 && given.location && URL.canParse(given.location, url.href)) {
      answer.destroy()
      url = new URL(given.location, url)
      continue
    }
    if (statusCode !== 200 || (given['content-encoding'] ?? 'identity') !== 'identity') {
      answer.destroy()
      throw unreachable(statusCode === 200 ? 'it is packed' : `it answered ${statusCode}`)
    }
    return { address: url.href, type: given['content-type'] ?? '', bytes: await read(answer, wanted) }
  }
  throw unreachable('it redirects too often')
}

function checkUrl({ protocol, hostname, port, username, password }: URL, { privateToo, mayReach }: Rules) {
  if (protocol !== 'https:' && protocol !== 'http:') throw unreachable('it is not on the web')
  if (username || password) throw unreachable('it carries a name and a password')
  if (!privateToo && !USUAL_PORTS.has(port)) throw unreachable('its port is not one of the web')
  const literal = hostname.replace(/^\[|\]$/g, '')
  // A number needs no looking up, so it is looked at here.
  if (isIP(literal) && !mayReach(literal)) throw unreachable('it is not on the open internet')
}

type Asked = { headers: Record<string, string>; body?: Buffer }

/** With a body it is posted. */
function ask(url: URL, { headers, body }: Asked, rules: Rules, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: body ? 'POST' : 'GET',
    signal,
    // A connection of its own: one that was left open for something of ours would be used without a look at where it leads.
    agent: false,
    headers: { ...headers, 'user-agent': rules.agent, ...(body && { 'content-length': body.length }) },
    lookup: (hostname, asked, done) => {
      callbackify(rules.names)(hostname, (error: Error | null, found?: LookupAddress[]) => {
        const usable = found?.filter(({ address }) => rules.mayReach(address)) ?? []
        const [first] = usable
        if (error || !first) return done(error ?? new Error('not on the open internet'), '')
        return asked.all ? done(null, usable) : done(null, first.address, first.family)
      })
    },
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', () => reject(unreachable('there was no answer')))
      .end(body)
  })
}

async function read(answer: IncomingMessage, { mostBytes, cut }: Wanted): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      size += bytes.length
      if (size > mostBytes) {
        if (cut) break
        throw new Refusal('too-large')
      }
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable('it stopped in the middle')
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks).subarray(0, mostBytes)
}

function unreachable(reason: string) {
  return new Refusal('unreachable', { reason })
}
