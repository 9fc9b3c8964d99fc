import type { Selectable } from 'kysely'
import { Readable } from 'node:stream'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { NewMetadata } from '#contract/firebase/storage.ts'
import { hashSecret, createSecret } from '#server/identity/secrets.ts'
import { findViewer } from '#server/identity/identify.ts'
import { findActiveSessions } from '#server/identity/sessions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { releaseBlob, attachBlob, writeBlob } from './blobs.ts'
import { withMd5 } from './checksum.ts'
import { type ObjectRow, findObject, saveObject } from './objects.ts'
import { requireAllowed } from './policy.ts'
import { checkQuota } from './quota.ts'

export type UploadRow = Selectable<Tables['upload']>

const UPLOAD_LIFETIME_MS = 24 * HOUR_MS

type NewUpload = {
  bucket: string
  name: string
  uid: string
  /** Null where an external issuer manages the sessions. */
  sessionId: string | null
  said: NewMetadata
  expected: number | null
}

/** The token authorizes chunks until the session that started the upload ends. */
export async function startUpload(ctx: Ctx, { bucket, name, uid, sessionId, said, expected }: NewUpload) {
  if ((expected ?? 0) > ctx.storage.uploadBytes) throw new Refusal('too-large')
  await checkQuota(ctx, { uid, bucket, name, bytes: expected ?? 0 })
  const { token, hash } = createSecret()
  await ctx.db
    .insertInto('upload')
    .values({
      id: newId(),
      tokenHash: hash,
      bucket,
      name,
      ownerUid: uid,
      sessionId,
      metadata: JSON.stringify(said),
      pieces: '[]',
      expected,
      expiresAt: expiry(ctx),
    })
    .execute()
  return token
}

export async function findUpload(ctx: Ctx, token: string): Promise<UploadRow> {
  const upload = await ctx.db
    .selectFrom('upload')
    .selectAll()
    .where('tokenHash', '=', hashSecret(token))
    .where('expiresAt', '>', ctx.now())
    .executeTakeFirst()
  if (!upload) throw new Refusal('not-found')
  await requireSession(ctx, upload)
  return upload
}

async function requireSession(ctx: Pick<Ctx, 'db' | 'now'>, { sessionId }: UploadRow) {
  if (sessionId === null) return
  const active = await findActiveSessions(ctx, [sessionId])
  if (!active.has(sessionId)) throw new Refusal('user-token-expired')
}

type NewChunk = { offset: number; length: number; bytes: Readable }

/** Atomic. Of two chunks with the same offset, one is refused. */
export async function addChunk(ctx: Ctx, upload: UploadRow, chunk: NewChunk) {
  if (upload.finished || chunk.offset !== upload.received) throw new Refusal('wrong-offset')
  const { ownerUid: uid, bucket, name } = upload
  await checkQuota(ctx, { uid, bucket, name, bytes: chunk.length })
  const most = Math.min(ctx.storage.uploadBytes, upload.expected ?? Infinity) - upload.received
  const { blob, size } = await writeBlob(ctx, chunk.bytes, most)
  return inTransaction(ctx, async (tx) => {
    const locked = await lockUpload(tx.db, upload.id)
    if (locked.finished || locked.received !== chunk.offset) throw new Refusal('wrong-offset')
    await attachBlob(tx, blob)
    return tx.db
      .updateTable('upload')
      .set({
        pieces: JSON.stringify([...locked.pieces, { blob, size }]),
        received: locked.received + size,
        expiresAt: expiry(ctx),
      })
      .where('id', '=', upload.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Joins the chunks into one object and verifies the MD5. Idempotent, also when called concurrently. */
export async function finishUpload(ctx: Ctx, upload: UploadRow, md5: string | null = null): Promise<ObjectRow> {
  const { bucket, name, ownerUid: uid } = upload
  if (!upload.finished) {
    if (upload.expected !== null && upload.received !== upload.expected) throw new Refusal('wrong-offset')
    requireAllowed({ viewer: await findViewer(ctx, uid) }, 'write', name)
    const said = withMd5(NewMetadata.parse(upload.metadata), md5)
    // Copied without a lock, because it is slow. A concurrent second copy is discarded.
    const written = await writeBlob(ctx, Readable.from(readChunks(ctx, upload)))
    const saved = await inTransaction(ctx, async (tx) => {
      const locked = await lockUpload(tx.db, upload.id)
      if (locked.finished) return null
      // The session may have ended during the copy.
      await requireSession(tx, locked)
      if (locked.received !== written.size) throw new Refusal('wrong-offset')
      const object = await saveObject(tx, { bucket, name }, { uid, written, said })
      await releaseChunks(tx, locked)
      return object
    })
    if (saved) return saved
  }
  const object = await findObject(ctx.db, { bucket, name })
  if (!object) throw new Refusal('object-not-found')
  return object
}

/** Call inside a transaction. */
export async function releaseChunks(ctx: Pick<Ctx, 'db' | 'now'>, { id, pieces }: UploadRow) {
  for (const { blob } of pieces) await releaseBlob(ctx, blob)
  await ctx.db.updateTable('upload').set({ pieces: '[]', finished: true }).where('id', '=', id).execute()
}

export function cancelUpload(ctx: Ctx, { id }: UploadRow) {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockUpload(tx.db, id)
    await releaseChunks(tx, locked)
    await tx.db.deleteFrom('upload').where('id', '=', id).execute()
  })
}

async function* readChunks({ blobs }: Ctx, { pieces }: UploadRow): AsyncGenerator<Buffer> {
  for (const { blob } of pieces) yield* await blobs.read(blob)
}

async function lockUpload(db: Db, id: string): Promise<UploadRow> {
  const upload = await db.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!upload) throw new Refusal('not-found')
  return upload
}

function expiry({ now }: Ctx) {
  return new Date(now().getTime() + UPLOAD_LIFETIME_MS)
}
