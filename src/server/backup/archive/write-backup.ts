import { type Hash, createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import type { Migration } from '#server/platform/migrate.ts'
import {
  type Table,
  isIncluded,
  namesIn,
  objectTotals,
  quoted,
  referencedKeys,
  sequencesIn,
  tablesIn,
} from './catalog.ts'
import {
  BackupError,
  FORMAT,
  MANIFEST,
  type Manifest,
  type TableEntry,
  checksumPart,
  objectPart,
  tablePart,
} from './manifest.ts'
import { createRowSum } from './row-sum.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

/** Compressed apart, so that one part at a time is in memory. */
const PART_BYTES = 4 * 1024 * 1024
const OBJECTS_PER_CHECKSUM_FILE = 1000
/** Opening an object in S3 takes longer than reading a small one. */
const READ_AHEAD = 4
/** Text of stories: higher levels take twice the time for a tenth of the size. */
const LEVEL = 3

export type Stage = 'tables' | 'objects' | 'reading' | 'loading' | 'comparing'
/** `done` and `total` are bytes, estimated before the work begins. */
export type Progress = { stage: Stage; done: number; total: number }

export type BackupSource = {
  /** Used for nothing else. After a failure it may be in the middle of a COPY: end it. */
  client: pg.Client
  blobs: Blobs
  /** Those of this version of Bramble. */
  migrations: readonly Migration[]
  version: string
  now: () => Date
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal
}

/**
 * The bytes of a backup: a tar file with the rows of all tables and all objects, as they were at one moment. Its last member
 * is the manifest, so that a file that was cut off has none. Returns the manifest.
 */
export async function* backupBytes(source: BackupSource): AsyncGenerator<Buffer, Manifest> {
  const { client, signal, now } = source
  const createdAt = now()
  await client.query('begin isolation level repeatable read read only')
  const { manifest, known } = await startManifest(source, createdAt)
  const tables = (await tablesIn(client)).filter(({ name }) => isIncluded(name, known))
  const { bytes: objectBytes } = await objectTotals(client)
  const progress = createProgress(source, { tables: sum(tables), objects: objectBytes })
  const member = (name: string, bytes: Buffer) => memberOf(name, bytes, createdAt)

  for (const table of tables) {
    const rows = createRowSum()
    let parts = 0
    for await (const part of partsOf(client, table, rows, (bytes) => progress('tables', bytes))) {
      signal?.throwIfAborted()
      yield* member(tablePart(table.name, ++parts), part)
    }
    const { name, columns } = table
    manifest.tables.push({ name, columns, parts, ...rows.result() } satisfies TableEntry)
  }

  yield* objectMembers(source, manifest, (bytes) => progress('objects', bytes))
  // After the rows: a sequence is never behind them then.
  manifest.sequences = await sequencesIn(
    client,
    tables.map(({ name }) => name),
  )
  yield* member(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  yield TAR_END
  await client.query('commit')
  return manifest
}

/** All objects, and after each thousand their checksums. Completes the manifest. */
async function* objectMembers(
  { client, blobs, signal }: BackupSource,
  manifest: Manifest,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const modified = new Date(manifest.createdAt)
  const all = createHash('sha256')
  const references = createHash('sha256')
  let lines: string[] = []
  let files = 0
  function* checksums() {
    const text = Buffer.from(lines.join(''))
    all.update(text)
    lines = []
    yield* memberOf(checksumPart(++files), text, modified)
  }
  for await (const { key, found } of foundObjects(blobs, hashed(referencedKeys(client), references))) {
    signal?.throwIfAborted()
    manifest.references.count += 1
    if (!found) {
      manifest.missing.push(key)
      continue
    }
    const { size, bytes } = found
    const digest = createHash('sha256')
    yield tarHeader(objectPart(key), size, modified)
    let read = 0
    for await (const chunk of bytes) {
      const buffer = Buffer.from(chunk)
      digest.update(buffer)
      read += buffer.length
      if (read > size) break
      yield buffer
      onRead(buffer.length)
    }
    if (read !== size)
      throw new BackupError(`Object ${key} changed while it was read. Check the storage, then try again.`)
    yield tarPadding(size)
    manifest.objects.count += 1
    manifest.objects.bytes += size
    lines.push(`${digest.digest('hex')}  ${objectPart(key)}\n`)
    if (lines.length === OBJECTS_PER_CHECKSUM_FILE) yield* checksums()
  }
  if (lines.length > 0) yield* checksums()
  manifest.objects.sha256 = all.digest('hex')
  manifest.references.sha256 = references.digest('hex')
}

async function startManifest({ client, migrations, version }: BackupSource, createdAt: Date) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  const newer = rows.filter(({ name }) => !migrations.some((migration) => migration.name === name))
  if (newer.length > 0)
    throw new BackupError('The database belongs to a newer version of Bramble. Update Bramble, then try again.')
  const server = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const manifest: Manifest = {
    format: FORMAT,
    bramble: version,
    createdAt: createdAt.toISOString(),
    postgresql: server.rows[0]?.version ?? '',
    migrations: rows,
    tables: [],
    sequences: [],
    objects: { count: 0, bytes: 0, sha256: '' },
    references: { count: 0, sha256: '' },
    missing: [],
  }
  return { manifest, known: namesIn(migrations, 'table') }
}

function* memberOf(name: string, bytes: Buffer, modified: Date) {
  yield tarHeader(name, bytes.length, modified)
  yield bytes
  yield tarPadding(bytes.length)
}

export function copyOut(client: pg.Client, { name, columns }: Pick<Table, 'name' | 'columns'>) {
  return client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
}

/** The rows of a table in compressed parts of whole rows. The next part is read while one is compressed. */
async function* partsOf(
  client: pg.Client,
  table: Table,
  rows: ReturnType<typeof createRowSum>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let waiting: Promise<Buffer> | null = null
  for await (const part of wholeRows(summed(copyOut(client, table), rows))) {
    onRead(part.length)
    const ready = waiting
    waiting = promisify(gzip)(part, { level: LEVEL })
    if (ready) yield await ready
  }
  if (waiting) yield await waiting
}

/** In the small chunks that arrive, so that requests need not wait for a large one. */
async function* summed(stream: AsyncIterable<Buffer>, rows: ReturnType<typeof createRowSum>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    rows.add(chunk)
    yield chunk
  }
}

/** Pieces of at least PART_BYTES, except for the last, that end with a row. */
async function* wholeRows(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(10) + 1
    size += chunk.length
    if (size < PART_BYTES || end === 0) {
      pieces.push(chunk)
      continue
    }
    yield Buffer.concat([...pieces, chunk.subarray(0, end)])
    pieces = [chunk.subarray(end)]
    size = chunk.length - end
  }
  if (size > 0) yield Buffer.concat(pieces)
}

type Found = { key: string; found: Awaited<ReturnType<Blobs['find']>> }

/** Opens a few objects ahead. */
async function* foundObjects(blobs: Blobs, keys: AsyncGenerator<string>): AsyncGenerator<Found> {
  const opened: Promise<Found>[] = []
  const next = async () => {
    const { value, done } = await keys.next()
    if (done) return
    const opening = blobs.find(value).then((found) => ({ key: value, found }))
    // It is awaited later. Until then a failure must not count as unhandled.
    opening.catch(() => {})
    opened.push(opening)
  }
  try {
    for (let ahead = 0; ahead < READ_AHEAD; ahead++) await next()
    for (let first = opened.shift(); first; first = opened.shift()) {
      const one = await first
      try {
        yield one
      } finally {
        one.found?.bytes.destroy()
      }
      await next()
    }
  } finally {
    for (const { found } of await Promise.all(opened)) found?.bytes.destroy()
  }
}

/** Adds each key with a line feed to the hash. */
export async function* hashed(keys: AsyncGenerator<string>, hash: Hash): AsyncGenerator<string> {
  for await (const key of keys) {
    hash.update(`${key}\n`)
    yield key
  }
}

function createProgress({ onProgress }: BackupSource, totals: { tables: number; objects: number }) {
  const total = totals.tables + totals.objects
  const done = { tables: 0, objects: 0 }
  return (stage: 'tables' | 'objects', bytes: number) => {
    // Rows are larger as text than on disk, or smaller.
    done[stage] = Math.min(done[stage] + bytes, totals[stage])
    const before = stage === 'objects' ? totals.tables : 0
    onProgress?.({ stage, done: before + done[stage], total })
  }
}

function sum(tables: readonly Table[]) {
  return tables.reduce((total, { size }) => total + size, 0)
}
