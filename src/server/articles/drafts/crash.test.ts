import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openEmbedded } from '#server/platform/postgres/embedded.ts'
import { findRunningServer } from '#server/platform/postgres/server.ts'
import { aDataFolder } from '#test/data-folder.ts'
import { testLog } from '#test/database.ts'
import { buildWriter, startWriter, writesBeforeKill } from '#test/writer-process.ts'
import { aPerson } from '#test/people.ts'
import { longDraftText } from '#test/draft-text.ts'

const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 2

test(
  `killed ${ROUNDS} times while saving, the server has every acknowledged text, complete`,
  { timeout: 60_000 + ROUNDS * 15_000 },
  async () => {
    const dataDir = await aDataFolder()
    afterAll(() => rm(dataDir, { recursive: true, force: true }))
    const uid = await inDatabase(dataDir, async ({ db, pool }) => {
      await migrate(pool, 'migrations')
      return (await aPerson(db)).uid
    })

    const script = await buildWriter('draft-writer')
    const expected = new Map<string, number>()
    let total = 0
    for (let round = 0; round < ROUNDS; round++) {
      const writer = startWriter(script, [dataDir, uid])
      await writer.reached(writesBeforeKill(round))
      // Every second time the database itself is killed as well, so it has to recover.
      const server = await findRunningServer(join(dataDir, 'postgres'))
      if (round % 2 === 1 && server) process.kill(server.pid, 'SIGKILL')
      await writer.kill()
      total += writer.acknowledged.length
      for (const line of writer.acknowledged) expected.set(line.split(' ')[0] ?? '', Number(line.split(' ')[1]))
    }
    expect(total).toBeGreaterThanOrEqual(ROUNDS * 3)

    const drafts = await inDatabase(dataDir, ({ db }) =>
      db.selectFrom('draft').select(['articleId', 'version', 'body', 'plain']).execute(),
    )
    const found = new Map(drafts.map(({ articleId, version }) => [articleId, version]))
    // The last save may have been committed without a response.
    for (const [id, version] of expected) expect(found.get(id)).toBeGreaterThanOrEqual(version)
    for (const { version, body, plain } of drafts.filter((draft) => draft.version > 1)) {
      expect(body).toEqual(longDraftText(version))
      expect(plain).toContain(`Word ${version}.`)
    }
  },
)

async function inDatabase<Result>(
  dataDir: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
) {
  const embedded = await openEmbedded({ dataDir, log: testLog })
  const database = openDatabase(embedded.url, { log: testLog })
  try {
    return await work(database)
  } finally {
    await database.close()
    await embedded.close()
  }
}
