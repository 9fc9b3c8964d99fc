import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openClient, readVersion, referencedKeys, tablesIn } from '#server/backup/archive/catalog.ts'
import { createRowSum } from '#server/backup/archive/row-sum.ts'
import { measure, saveFile } from '#server/backup/archive/save-file.ts'
import { backupBytes, copyOut } from '#server/backup/archive/write-backup.ts'
import { loadDemo } from '#server/demo/load.ts'
import { ingestUpload } from '#server/media/ingest.ts'
import { createPictureWorker } from '#server/media/picture-worker.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Database } from '#server/platform/db.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { atEnd } from './at-end.ts'
import { aDatabase, testLog } from './database.ts'
import { aCtx, aPerson, aSession } from './people.ts'
import { aPhotoFile, anObject } from './pictures.ts'
import { databaseUrl } from './postgres-setup.ts'

export async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-backup-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export type FilledSite = { database: Database; blobs: Blobs; folder: string }

/** A person with an uploaded object. */
export async function aSmallSite(): Promise<FilledSite> {
  const database = await aDatabase()
  const folder = await aFolder()
  const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
  await anObject(aCtx(database.db, { blobs }), await aPerson(database.db), Buffer.from('a few bytes'))
  return { database, blobs, folder }
}

/** The demo content, and a person with a session, pictures in several sizes and uploaded objects. */
export async function aFilledSite(): Promise<FilledSite> {
  const database = await aDatabase()
  const folder = await aFolder()
  const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
  const ctx = aCtx(database.db, { blobs })
  await loadDemo(ctx, 'demo')
  const viewer = await aPerson(database.db, 'admin', { name: 'Tab\there, line\nfeed, back\\slash, ñ 🦔' })
  await aSession(database.db, viewer)
  const worker = createPictureWorker(ctx)
  for (let n = 0; n < 3; n++) {
    const object = await anObject(ctx, viewer, await aPhotoFile())
    const { id } = await ingestUpload({ ...ctx, viewer }, { object, name: `Photo ${n}`, alt: '' })
    worker.enqueue(id)
  }
  await worker.close()
  await anObject(ctx, viewer, Buffer.alloc(2_000_001, 'bytes '))
  await anObject(ctx, viewer, Buffer.alloc(0))
  return { database, blobs, folder }
}

/** Backs up a site into a new file. */
export async function aBackup({ database, blobs }: Pick<FilledSite, 'database' | 'blobs'>, path?: string) {
  const to = path ?? join(await aFolder(), 'site.tar')
  const client = await openClient(database.url, testLog)
  try {
    const migrations = await readMigrations('migrations')
    const version = await readVersion('migrations')
    const { stream, measured } = measure(backupBytes({ client, blobs, migrations, version, now: () => new Date() }))
    await saveFile(to, stream)
    return { path: to, ...measured() }
  } finally {
    await client.end()
  }
}

/** A database without any table. */
export async function anEmptyDatabaseUrl() {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${Math.random().toString(36).slice(2, 10)}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  await admin.end()
  return databaseUrl(adminUrl, name)
}

/** Tables that are not in backups. */
export const notIncluded = [
  'migration',
  'rate_limit',
  'backup',
  'loose_blob',
  'analytics_event',
  'analytics_seen',
  'analytics_salt',
  'analytics_live',
]

/** A checksum of every table that is in backups and of every object that the database refers to. */
export async function checksumsOf(url: string, blobs: Blobs) {
  const client = await openClient(url, testLog)
  const found: Record<string, string> = {}
  try {
    await client.query('begin')
    for (const table of await tablesIn(client)) {
      if (notIncluded.includes(table.name)) continue
      const sum = createRowSum()
      for await (const chunk of copyOut(client, table)) sum.add(chunk)
      const { rows, rowSum } = sum.result()
      found[table.name] = `${rows} ${rowSum}`
    }
    for await (const key of referencedKeys(client)) {
      const hash = createHash('sha256')
      for await (const chunk of await blobs.read(key)) hash.update(chunk)
      found[`objects/${key}`] = hash.digest('hex')
    }
    return found
  } finally {
    await client.end()
  }
}
