import { Refusal } from '#contract/errors.ts'
import { NewMetadata } from '#contract/firebase/storage.ts'
import type { Viewer } from '#contract/viewer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { checkedName } from './address.ts'
import { askerOf } from '#server/storage/caller.ts'
import { writeBlob } from '#server/storage/blobs.ts'
import { drain, jsonOf, lengthOf, parsed, piecesOf, streamOf } from './body.ts'
import type { Call } from './object-calls.ts'
import { md5Of, withMd5 } from '#server/storage/checksum.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { saveObject } from '#server/storage/objects.ts'
import { presentObject } from './present.ts'
import { check } from '#server/storage/rules.ts'
import {
  type UploadRow,
  addPiece,
  cancelUpload,
  findUpload,
  finishUpload,
  startUpload,
} from '#server/storage/uploads.ts'
import { checkRoom } from '#server/storage/quota.ts'

/** Boundaries and metadata come on top of the bytes. */
const AROUND_BYTES = 128 * 1024

/** Every way to upload: one address, told apart by what the headers and the query say. */
export async function upload(call: Call) {
  const { request, address } = call
  const token = address.query.get('upload_id')
  try {
    if (token) return await goOn(call, token)
    const { name, ...sender } = await whereTo(call)
    const resumable = header(call, 'x-goog-upload-protocol') === 'resumable'
    return resumable ? await start(call, name, sender) : await uploadAtOnce(call, name, sender.viewer)
  } finally {
    drain(request)
  }
}

type Sender = { viewer: Viewer; sessionId: string | null }

async function whereTo({ ctx, address }: Call): Promise<Sender & { name: string }> {
  const name = address.name ?? checkedName(address.query.get('name') ?? '')
  const asker = await askerOf(ctx)
  check(asker, 'write', name)
  if (!asker?.viewer) throw new Refusal('sign-in-needed')
  await ctx.limits.take('upload', asker.viewer.id)
  return { name, viewer: asker.viewer, sessionId: asker.sessionId }
}

async function uploadAtOnce(call: Call, name: string, { uid }: Viewer) {
  const { ctx, request, address } = call
  const { uploadBytes } = ctx.storage
  const length = lengthOf(request)
  if (length > uploadBytes + AROUND_BYTES) throw new Refusal('too-large')
  const place = { bucket: address.bucket, name }
  await checkRoom(ctx, { ...place, uid, bytes: Math.max(0, length - AROUND_BYTES) })
  const { metadata, contentType, bytes } = await partsOf(request)
  try {
    const said = withMd5(NewMetadata.parse(parsed(metadata)), md5Said(call))
    const written = await writeBlob(ctx, bytes, uploadBytes)
    const given = { uid, written, said: { ...said, contentType: said.contentType || contentType } }
    return presentObject(await inTransaction(ctx, (tx) => saveObject(tx, place, given)))
  } finally {
    bytes.destroy()
  }
}

/** Without parts, the body is the bytes, as plain tools send them. */
async function partsOf(request: Call['request']) {
  const type = request.headers['content-type']
  if (type?.startsWith('multipart/')) return readMultipart(piecesOf(request), boundaryOf(type))
  return { metadata: '', contentType: type ?? null, bytes: streamOf(request) }
}

async function start(call: Call, name: string, { viewer: { uid }, sessionId }: Sender) {
  const { ctx, request, reply, address, prefix } = call
  if (header(call, 'x-goog-upload-command') !== 'start') throw new Refusal('malformed')
  const said = withMd5(NewMetadata.parse(await jsonOf(request)), md5Said(call))
  const contentType = said.contentType || header(call, 'x-goog-upload-header-content-type')
  const expected = wholeNumber(header(call, 'x-goog-upload-header-content-length'))
  const { bucket } = address
  const token = await startUpload(ctx, { bucket, name, uid, sessionId, said: { ...said, contentType }, expected })
  const query = new URLSearchParams({ name, upload_id: token, upload_protocol: 'resumable' })
  const url = `${ctx.site.origin}${prefix}v0/b/${encodeURIComponent(bucket)}/o?${query}`
  reply.headers({ 'x-goog-upload-status': 'active', 'x-goog-upload-url': url })
  return {}
}

/** A piece, the end, or the question how far it has come. The token in the address is the right to it, while the session goes on. */
async function goOn(call: Call, token: string) {
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
  const finishes = commands.has('finalize')
  if (!finishes && !commands.has('upload')) throw new Refusal('malformed')
  if (commands.has('upload') && !(finishes && found.finished)) found = await takePiece(found)
  if (!finishes) return stateOf(found)
  const object = await finishUpload(ctx, found, md5Said(call))
  reply.headers({ 'x-goog-upload-status': 'final', 'x-goog-upload-size-received': String(object.size) })
  return presentObject(object)

  function stateOf({ finished, received }: UploadRow) {
    const status = finished ? 'final' : 'active'
    reply.headers({ 'x-goog-upload-status': status, 'x-goog-upload-size-received': String(received) })
    return {}
  }

  async function takePiece(before: UploadRow) {
    const offset = wholeNumber(header(call, 'x-goog-upload-offset'))
    if (offset === null) throw new Refusal('wrong-offset')
    const bytes = streamOf(request)
    try {
      return await addPiece(ctx, before, { offset, length: lengthOf(request), bytes })
    } finally {
      bytes.destroy()
    }
  }
}

function md5Said(call: Call) {
  return md5Of(header(call, 'x-goog-hash'))
}

function header({ request }: Call, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function wholeNumber(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw new Refusal('invalid-argument')
  return Number(text)
}
