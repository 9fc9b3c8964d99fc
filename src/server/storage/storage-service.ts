import { z } from 'zod'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const METADATA_BYTES = 64 * 1024
/** For the content of a file. */
const TRANSFER_MS = MINUTE_MS
const APP_CHECK_REFUSED = 'invalid-app-check'

const Metadata = z.object({
  size: z.coerce.number().int().min(0),
  downloadTokens: z.string().min(1),
})

const Expired = z.object({ error: z.object({ status: z.literal('user-token-expired') }) })

type Calling = Pick<Ctx, 'site' | 'storage' | 'outbound' | 'session'>
export type ServiceObject = { name: string; size: number; address: string }

/** Calls to the external storage service, with the ID token of the person who asked. It decides what they may do. */
export async function findServiceObject(ctx: Calling, name: string): Promise<ServiceObject> {
  const { status, bytes } = await call(ctx, urlOf(ctx, name), { maxBytes: METADATA_BYTES })
  // A person who may not read an object cannot learn whether it exists.
  if (status === 404 || status === 403) throw new Refusal('object-not-found')
  return presentObject(ctx, name, status, bytes)
}

export async function readServiceObject(ctx: Calling, { name }: ServiceObject, { maxBytes = 0, first = 0 }) {
  const range = first > 0 ? { range: `bytes=0-${first - 1}` } : {}
  const limit = first > 0 ? first : maxBytes
  const request = { headers: range, maxBytes: limit, timeoutMs: TRANSFER_MS }
  const { status, bytes } = await call(ctx, `${urlOf(ctx, name)}?alt=media`, request)
  if (status !== 200 && status !== 206) throw refusalFor(status, bytes)
  return bytes
}

export async function saveServiceObject(
  ctx: Calling,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<ServiceObject> {
  const boundary = 'bramble-upload-boundary'
  // The name is new for every file, so its content never changes.
  const metadata = { name, contentType: type, cacheControl: 'public, max-age=31536000, immutable' }
  const head = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: ${type}\r\n\r\n`
  const address = `${bucketUrl(ctx)}?name=${encodeURIComponent(name)}`
  const { status, bytes: reply } = await call(ctx, address, {
    method: 'POST',
    headers: {
      'content-type': `multipart/related; boundary=${boundary}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--`)]),
    maxBytes: METADATA_BYTES,
    timeoutMs: TRANSFER_MS,
  })
  return presentObject(ctx, name, status, reply)
}

/**
 * Best effort: a file that stays can be deleted by its owner at the service. False if the service could not be
 * reached.
 */
export async function removeServiceObject(ctx: Calling & Pick<Ctx, 'log'>, name: string): Promise<boolean> {
  try {
    const { status } = await call(ctx, urlOf(ctx, name), { method: 'DELETE', maxBytes: METADATA_BYTES })
    if (status >= 400 && status !== 404) ctx.log.warn({ status, name }, 'object deletion refused by storage service')
    return true
  } catch (error) {
    ctx.log.warn({ err: error }, 'storage service unreachable')
    return false
  }
}

/** The object's name in the address of a file; null for the address of another place. */
export function serviceObjectName(ctx: Calling, address: string): string | null {
  const prefix = `${bucketUrl(ctx)}/`
  return address.startsWith(prefix) ? decodeURIComponent(address.slice(prefix.length).split('?')[0] ?? '') : null
}

function presentObject(ctx: Calling, name: string, status: number, bytes: Buffer): ServiceObject {
  if (status !== 200) throw refusalFor(status, bytes)
  const { size, downloadTokens } = Metadata.parse(JSON.parse(bytes.toString('utf8')))
  const token = downloadTokens.split(',')[0] ?? ''
  return { name, size, address: `${urlOf(ctx, name)}?alt=media&token=${encodeURIComponent(token)}` }
}

type Request = Parameters<Ctx['outbound']['callService']>[1]

async function call(ctx: Calling, address: string, request: Request) {
  const { bearer } = ctx.session
  const headers = { ...request.headers, ...(bearer && { authorization: `Firebase ${bearer}` }) }
  const response = await reach(ctx, address, { ...request, headers })
  if (response.status !== 401 || !response.bytes.includes(APP_CHECK_REFUSED)) return response
  return reach(ctx, address, { ...request, headers: { ...headers, 'x-firebase-appcheck': await appCheckToken(ctx) } })
}

async function appCheckToken(ctx: Calling) {
  const request = { method: 'POST' as const, headers: { origin: ctx.site.origin }, maxBytes: METADATA_BYTES }
  const { status, bytes } = await reach(ctx, `${ctx.storage.serviceUrl ?? '/'}v0/appCheck`, request)
  if (status !== 200) throw new Refusal('not-allowed')
  return z.object({ token: z.string() }).parse(JSON.parse(bytes.toString('utf8'))).token
}

function reach({ outbound }: Calling, address: string, request: Request) {
  return outbound.callService(address, request).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'too-large' ? error : new Refusal('unavailable')
  })
}

function refusalFor(status: number, bytes: Buffer) {
  // Browsers sign out for this code. Any other 401 concerns the service's configuration: this site accepted the token.
  if (status === 401) return new Refusal(hasTokenExpired(bytes) ? 'user-token-expired' : 'not-allowed')
  if (status === 402) return new Refusal('quota-exceeded')
  if (status === 403) return new Refusal('not-allowed')
  if (status === 404) return new Refusal('object-not-found')
  return status === 413 ? new Refusal('too-large') : new Refusal('unavailable')
}

function hasTokenExpired(bytes: Buffer) {
  try {
    return Expired.safeParse(JSON.parse(bytes.toString('utf8'))).success
  } catch {
    return false
  }
}

function bucketUrl({ storage }: Calling) {
  return `${storage.serviceUrl ?? '/'}v0/b/${encodeURIComponent(storage.bucket)}/o`
}

function urlOf(ctx: Calling, name: string) {
  return `${bucketUrl(ctx)}/${encodeURIComponent(name)}`
}
