import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { activeSecrets } from './secrets.ts'
import { signedHeaders } from './signature.ts'
import { explainUnreachable } from './validate-url.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const MAX_RESPONSE_BYTES = 2048

export type Message = { webhookId: string; url: string; eventId: string; body: string }

export type Outcome = {
  at: Date
  headers: Record<string, string>
  durationMs: number
  status: number | null
  /** Why there is no response, or why it counts as a failure. Null after a success. */
  error: string | null
  response: string
  retryAfter: string | null
}

/** Sends a message once and records nothing. Only a status from 200 to 299 is a success; redirects are not followed. */
export async function attempt(ctx: Ctx, { webhookId, url, eventId, body }: Message): Promise<Outcome> {
  const at = ctx.now()
  const secrets = await activeSecrets(ctx, webhookId)
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders({ id: eventId, body, at, secrets }),
  }
  const started = performance.now()
  const end = (rest: Pick<Outcome, 'status' | 'error' | 'response' | 'retryAfter'>): Outcome => ({
    at,
    headers,
    durationMs: Math.round(performance.now() - started),
    ...rest,
  })
  if (secrets.length === 0) {
    return end({ status: null, error: 'There is no signing secret. Rotate it.', response: '', retryAfter: null })
  }
  try {
    const sent = { headers, body: Buffer.from(body), timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES }
    const { status, retryAfter, bytes } = await ctx.outbound.deliver(url, sent)
    return end({ status, error: describeStatus(status), response: toText(bytes), retryAfter })
  } catch (error) {
    // A refusal is the result of this attempt; a fault leaves it to the next run.
    if (!(error instanceof Refusal)) throw error
    return end({
      status: null,
      error: explainUnreachable(error),
      response: '',
      retryAfter: null,
    })
  }
}

function describeStatus(status: number) {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Redirects are not followed (status ${status}). Enter the final URL.`
  return `The endpoint answered with status ${status}.`
}

/** The database cannot store NUL, and a character may be cut in half. */
function toText(bytes: Buffer) {
  return bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '')
}
