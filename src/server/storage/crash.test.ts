import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/constants.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testLog } from '#test/database.ts'
import { buildWriter, startWriter, writesBeforeKill } from '#test/writer-process.ts'
import { newDatabaseUrl } from '#test/new-database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { sweepStorage } from './sweep.ts'

const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 2
const DAYS_MS = 49 * HOUR_MS

test(
  `killed ${ROUNDS} times during uploads, the server has every acknowledged object, complete, and no partial ones`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bramble-crash-'))
    const database = openDatabase(await newDatabaseUrl(), { log: testLog })
    afterAll(async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { db } = database
    const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
    const { uid } = await aPerson(db)
    const script = await buildWriter('upload-writer')
    const expected = new Map<string, string>()
    let total = 0

    for (let round = 0; round < ROUNDS; round++) {
      const writer = startWriter(script, [database.url, folder, uid])
      await writer.reached(writesBeforeKill(round))
      await writer.kill()
      total += writer.acknowledged.length
      for (const line of writer.acknowledged) expected.set(line.split(' ')[0] ?? '', line.split(' ')[1] ?? '')

      const objects = await db.selectFrom('object').selectAll().execute()
      const found = new Map(objects.map((object) => [object.name, object.md5]))
      for (const { name, blob, md5, size } of objects) {
        const bytes = await buffer(await blobs.read(blob))
        expect([name, bytes.length, createHash('md5').update(bytes).digest('base64')]).toEqual([name, size, md5])
      }
      for (const [name, md5] of expected) {
        // The last overwrite may have been committed without a response.
        if (name.endsWith('/again')) expect(found.has(name)).toBe(true)
        else expect([name, found.get(name)]).toEqual([name, md5])
      }
      const kept = objects.reduce((sum, { size }) => sum + size, 0)
      const use = await db.selectFrom('storageUse').selectAll().where('uid', '=', uid).executeTakeFirst()
      expect(use?.bytes).toBe(kept)
    }
    expect(total).toBeGreaterThanOrEqual(ROUNDS * 3)

    // After cleanup the folder contains the stored objects and nothing else.
    for (const days of [1, 2]) {
      const ctx = aCtx(db, { blobs, now: () => new Date(Date.now() + days * DAYS_MS) })
      for (let left = true; left;) {
        await inTransaction(ctx, (tx) => sweepStorage(tx))
        left = (await db.selectFrom('looseBlob').selectAll().where('since', '<', new Date()).execute()).length > 0
      }
    }
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = files.filter((entry) => entry.isFile()).map(({ name }) => name)
    const objects = await db.selectFrom('object').select('blob').execute()
    expect(names.toSorted()).toEqual(objects.map(({ blob }) => blob).toSorted())
  },
)
