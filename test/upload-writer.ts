import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { writeBlob } from '#server/storage/blobs.ts'
import { saveObject } from '#server/storage/objects.ts'
import { testVault } from './vault.ts'
import { addChunk, findUpload, finishUpload, startUpload } from '#server/storage/uploads.ts'

const bucket = 'bramble'

/** Uploads until it is killed: whole and in chunks, to new and existing names. Prints the name and checksum of each stored object. */
async function write(url: string, folder: string, uid: string) {
  const log = createLog({ level: 'silent', file: null })
  const { db, pool } = openDatabase(url, { log })
  pool.on('error', () => process.exit(1))
  const { site, identity, storage } = readConfig({})
  const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
  const ctx = systemCtx({ db, log, site, identity, vault: testVault, storage, blobs })
  for (let count = 0; ; count++) {
    const bytes = randomBytes(Math.floor(Math.random() * 300_000))
    const name = `users/${uid}/${count % 3 === 0 ? 'again' : `${process.pid}-${count}`}`
    await (count % 2 === 0 ? atOnce(name, bytes) : inPieces(name, bytes))
    process.stdout.write(`${name} ${createHash('md5').update(bytes).digest('base64')}\n`)
  }

  async function atOnce(name: string, bytes: Buffer) {
    const written = await writeBlob(ctx, bytes)
    await inTransaction(ctx, (tx) => saveObject(tx, { bucket, name }, { uid, written, said: {} }))
  }

  async function inPieces(name: string, bytes: Buffer) {
    const token = await startUpload(ctx, { bucket, name, uid, sessionId: null, said: {}, expected: bytes.length })
    let upload = await findUpload(ctx, token)
    for (let offset = 0; offset < bytes.length; offset += 100_000) {
      const piece = bytes.subarray(offset, offset + 100_000)
      upload = await addChunk(ctx, upload, { offset, length: piece.length, bytes: Readable.from([piece]) })
    }
    await finishUpload(ctx, upload)
  }
}

const [url = '', folder = '', uid = ''] = process.argv.slice(2)
await write(url, folder, uid)
