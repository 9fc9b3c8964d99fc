import { Refusal } from '#contract/errors.ts'
import { NewMetadata } from '#contract/firebase/storage.ts'
import type { Viewer } from '#contract/viewer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { validateName } from './address.ts'
import { getCaller } from '#server/storage/caller.ts'
import { writeBlob } from '#server/storage/blobs.ts'
import { drain, readJson, contentLength, parseJson, readChunks, toStream } from './body.ts'
import type { Call } from './object-calls.ts'
import { parseMd5Header, withMd5 } from '#server/storage/checksum.ts'
import { parseBoundary, readMultipart } from './multipart.ts'
import { saveObject } from '#server/storage/objects.ts'
import { presentObject } from './present.ts'
import { requireAllowed } from '#server/storage/policy.ts'
import {
  type UploadRow,
  addChunk,
  cancelUpload,
  findUpload,
  finishUpload,
  startUpload,
} from '#server/storage/uploads.ts'
import { checkQuota } from '#server/storage/quota.ts'

/** Allowance for multipart boundaries and metadata. */
const ENVELOPE_BYTES = 128 * 1024

/** All upload protocols share one URL. Headers and query tell them apart. */
export async function upload(call: Call) {
  const { request, address } = call
  const token = address.query.get('upload_id')
  try {
    if (token) return await resumeUpload(call, token)
    const { name, ...sender } = await authorizeUpload(call)
    const resumable = header(call, 'x-goog-upload-protocol') === 'resumable'
    return resumable ? await startResumable(call, name, sender) : await uploadWhole(call, name, sender.viewer)
  } finally {
    drain(request)
  }
}

type Sender = { viewer: Viewer; sessionId: string | null }

async function authorizeUpload({ ctx, address }: Call): Promise<Sender & { name: string }> {
  const name = address.name ?? validateName(address.query.get('name') ?? '')
  const caller = await getCaller(ctx)
  requireAllowed(caller, 'write', name)
  if (!caller?.viewer) throw new Refusal('sign-in-needed')
  await ctx.limits.take('upload', caller.viewer.id)
  return { name, viewer: caller.viewer, sessionId: caller.sessionId }
}

async function uploadWhole(call: Call, name: string, { uid }: Viewer) {
  const { ctx, request, address } = call
  const { uploadBytes } = ctx.storage
  const length = contentLength(request)
  if (length > uploadBytes + ENVELOPE_BYTES) throw new Refusal('too-large')
  const place = { bucket: address.bucket, name }
  await checkQuota(ctx, { ...place, uid, bytes: Math.max(0, length - ENVELOPE_BYTES) })
  const { metadata, contentType, bytes } = await readParts(request)
  try {
    const said = withMd5(NewMetadata.parse(parseJson(metadata)), readMd5Header(call))
    const written = await writeBlob(ctx, bytes, uploadBytes)
    const given = { uid, written, said: { ...said, contentType: said.contentType || contentType } }
    return presentObject(await inTransaction(ctx, (tx) => saveObject(tx, place, given)))
  } finally {
    bytes.destroy()
  }
}

/** A body that is not multipart is the bytes alone. */
async function readParts(request: Call['request']) {
  const type = request.headers['content-type']
  if (type?.startsWith('multipart/')) return readMultipart(readChunks(request), parseBoundary(type))
  return { metadata: '', contentType: type ?? null, bytes: toStream(request) }
}

async function startResumable(call: Call, name: string, { viewer: { uid }, sessionId }: Sender) {
  const { ctx, request, reply, address, prefix } = call
  if (header(call, 'x-goog-upload-command') !== 'start') throw new Refusal('malformed')
  const said = withMd5(NewMetadata.parse(await readJson(request)), readMd5Header(call))
  const contentType = said.contentType || header(call, 'x-goog-upload-header-content-type')
  const expected = parseWholeNumber(header(call, 'x-goog-upload-header-content-length'))
  const { bucket } = address
  const token = await startUpload(ctx, { bucket, name, uid, sessionId, said: { ...said, contentType }, expected })
  const query = new URLSearchParams({ name, upload_id: token, upload_protocol: 'resumable' })
  const url = `${ctx.site.origin}${prefix}v0/b/${encodeURIComponent(bucket)}/o?${query}`
  reply.headers({ 'x-goog-upload-status': 'active', 'x-goog-upload-url': url })
  return {}
}

/** Handles chunks, finalize, cancel and status queries. The token in the URL authorizes them while the session is active. */
async function resumeUpload(call: Call, token: string) {
  const { ctx, request, reply, address } = call
  let found = await findUpload(ctx, token)
  if (found.bucket !== address.bucket) throw new Refusal('not-found')
  await ctx.limits.take('upload', found.ownerUid)
  const commands = new Set((header(call, 'x-goog-upload-command') ?? '').split(',').map((word) => word.trim()))
  if (commands.has('query')) return stateOf(found)
  if (commands.has('cancel')) {
    await cancelUpload(ctx, found)
    reply.header('x-goog-upload-status', 'cancelled')
    return {}
  }
  const isLast = commands.has('finalize')
  if (!isLast && !commands.has('upload')) throw new Refusal('malformed')
  if (commands.has('upload') && !(isLast && found.finished)) found = await receiveChunk(found)
  if (!isLast) return stateOf(found)
  const object = await finishUpload(ctx, found, readMd5Header(call))
  reply.headers({ 'x-goog-upload-status': 'final', 'x-goog-upload-size-received': String(object.size) })
  return presentObject(object)

  function stateOf({ finished, received }: UploadRow) {
    const status = finished ? 'final' : 'active'
    reply.headers({ 'x-goog-upload-status': status, 'x-goog-upload-size-received': String(received) })
    return {}
  }

  async function receiveChunk(before: UploadRow) {
    const offset = parseWholeNumber(header(call, 'x-goog-upload-offset'))
    if (offset === null) throw new Refusal('wrong-offset')
    const bytes = toStream(request)
    try {
      return await addChunk(ctx, before, { offset, length: contentLength(request), bytes })
    } finally {
      bytes.destroy()
    }
  }
}

function readMd5Header(call: Call) {
  return parseMd5Header(header(call, 'x-goog-hash'))
}

function header({ request }: Call, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function parseWholeNumber(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw new Refusal('invalid-argument')
  return Number(text)
}
