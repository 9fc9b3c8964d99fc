import { Refusal } from '#contract/errors.ts'
import type { Outbound } from '#server/platform/outbound/fetch.ts'

const MAX_BYTES = 1024 * 1024
const EMPTY = new Set([204, 205, 304])

type Init = { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown }

/** `fetch` for the addresses of providers that admins add: public addresses only, no redirects. */
export function fetchPublic(outbound: Outbound) {
  return async (address: string, { method = 'GET', headers, body }: Init) => {
    try {
      const { status, type, bytes } = await outbound.request(address, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' || body instanceof URLSearchParams ? { body: Buffer.from(String(body)) } : {}),
        maxBytes: MAX_BYTES,
      })
      return new Response(EMPTY.has(status) ? null : new Uint8Array(bytes), {
        status,
        headers: { 'content-type': type },
      })
    } catch (error) {
      // For the callers it is a failed request, not an answer for the person who signs in.
      if (error instanceof Refusal) throw new Error(reasonOf(error), { cause: error })
      throw error
    }
  }
}

export function reasonOf({ details, message }: Refusal) {
  return typeof details['reason'] === 'string' ? details['reason'] : message
}
