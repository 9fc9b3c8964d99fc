import type { Selectable } from 'kysely'
import { Readable } from 'node:stream'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { NewMetadata } from '#contract/firebase/storage.ts'
import { hashOf, newSecret } from '#server/identity/secrets.ts'
import { viewerOfUid } from '#server/identity/identify.ts'
import { ongoingSessions } from '#server/identity/sessions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { dropBlob, keepBlob, writeBlob } from './blobs.ts'
import { withMd5 } from './checksum.ts'
import { type ObjectRow, findObject, saveObject } from './objects.ts'
import { check } from './rules.ts'
import { checkRoom } from './quota.ts'

export type UploadRow = Selectable<Tables['upload']>

const UPLOAD_MS = 24 * HOUR_MS

type NewUpload = {
  bucket: string
  name: string
  uid: string
  /** The sign-in that began it; null where another service keeps the sessions. */
  sessionId: string | null
  said: NewMetadata
  expected: number | null
}

/** Begins an upload in pieces. The token allows sending them until the session that began it ends. */
export async function startUpload(ctx: Ctx, { bucket, name, uid, sessionId, said, expected }: NewUpload) {
  if ((expected ?? 0) > ctx.storage.uploadBytes) throw new Refusal('too-large')
  await checkRoom(ctx, { uid, bucket, name, bytes: expected ?? 0 })
  const { token, hash } = newSecret()
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
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', ctx.now())
    .executeTakeFirst()
  if (!upload) throw new Refusal('not-found')
  await requireSession(ctx, upload)
  return upload
}

async function requireSession(ctx: Pick<Ctx, 'db' | 'now'>, { sessionId }: UploadRow) {
  if (sessionId === null) return
  const ongoing = await ongoingSessions(ctx, [sessionId])
  if (!ongoing.has(sessionId)) throw new Refusal('user-token-expired')
}

type NewPiece = { offset: number; length: number; bytes: Readable }

/** Adds a piece, whole or not at all. Of two that begin at the same place one is refused. */
export async function addPiece(ctx: Ctx, upload: UploadRow, piece: NewPiece) {
  if (upload.finished || piece.offset !== upload.received) throw new Refusal('wrong-offset')
  const { ownerUid: uid, bucket, name } = upload
  await checkRoom(ctx, { uid, bucket, name, bytes: piece.length })
  const most = Math.min(ctx.storage.uploadBytes, upload.expected ?? Infinity) - upload.received
  const { blob, size } = await writeBlob(ctx, piece.bytes, most)
  return inTransaction(ctx, async (tx) => {
    const locked = await lockUpload(tx.db, upload.id)
    if (locked.finished || locked.received !== piece.offset) throw new Refusal('wrong-offset')
    await keepBlob(tx, blob)
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

/** Makes the pieces one object, if they have this MD5. Asked again, or twice at once, it is the same object. */
export async function finishUpload(ctx: Ctx, upload: UploadRow, md5: string | null = null): Promise<ObjectRow> {
  const { bucket, name, ownerUid: uid } = upload
  if (!upload.finished) {
    if (upload.expected !== null && upload.received !== upload.expected) throw new Refusal('wrong-offset')
    check({ viewer: await viewerOfUid(ctx, uid) }, 'write', name)
    const said = withMd5(NewMetadata.parse(upload.metadata), md5)
    // Copied without a lock, so that nobody waits long; whoever is second throws its copy away.
    const written = await writeBlob(ctx, Readable.from(inOrder(ctx, upload)))
    const saved = await inTransaction(ctx, async (tx) => {
      const locked = await lockUpload(tx.db, upload.id)
      if (locked.finished) return null
      // It may have ended while the pieces were copied.
      await requireSession(tx, locked)
      if (locked.received !== written.size) throw new Refusal('wrong-offset')
      const object = await saveObject(tx, { bucket, name }, { uid, written, said })
      await dropPieces(tx, locked)
      return object
    })
    if (saved) return saved
  }
  const object = await findObject(ctx.db, { bucket, name })
  if (!object) throw new Refusal('object-not-found')
  return object
}

/** Lets go of the pieces, which are elsewhere now or wanted by nobody. Inside a transaction. */
export async function dropPieces(ctx: Pick<Ctx, 'db' | 'now'>, { id, pieces }: UploadRow) {
  for (const { blob } of pieces) await dropBlob(ctx, blob)
  await ctx.db.updateTable('upload').set({ pieces: '[]', finished: true }).where('id', '=', id).execute()
}

export function cancelUpload(ctx: Ctx, { id }: UploadRow) {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockUpload(tx.db, id)
    await dropPieces(tx, locked)
    await tx.db.deleteFrom('upload').where('id', '=', id).execute()
  })
}

async function* inOrder({ blobs }: Ctx, { pieces }: UploadRow): AsyncGenerator<Buffer> {
  for (const { blob } of pieces) yield* await blobs.read(blob)
}

async function lockUpload(db: Db, id: string): Promise<UploadRow> {
  const upload = await db.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!upload) throw new Refusal('not-found')
  return upload
}

function expiry({ now }: Ctx) {
  return new Date(now().getTime() + UPLOAD_MS)
}
