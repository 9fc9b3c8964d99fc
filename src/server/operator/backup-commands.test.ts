import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db.ts'
import { atEnd } from '#test/at-end.ts'
import { aFolder, aSmallSite, anEmptyDatabaseUrl } from '#test/backups.ts'
import { testLog } from '#test/database.ts'
import { TEST_KEY } from '#test/vault.ts'
import type { CommandArgs } from './command.ts'
import { commands } from './commands.ts'

test('a site is backed up, verified and restored from the command line', { timeout: 60_000 }, async () => {
  const { database, folder } = await aSmallSite()
  const run = (words: string, args: Partial<CommandArgs> = {}, on = database, dataDir = folder) => {
    const config = readConfig({ ENCRYPTION_KEY: TEST_KEY, DATA_DIR: dataDir })
    const command = commands.find((one) => one.words.join(' ') === words)
    return command?.run({ ...on, config, log: testLog }, { rest: [], ...args })
  }
  const file = join(await aFolder(), 'site.tar')
  expect(await run('backup', { to: file })).toMatchObject({ data: { file, objects: 1, missing: [] } })
  expect((await run('backup verify', { rest: [file] }))?.data).toMatchObject({ verified: true })

  expect(await run('backup')).toMatchObject({ data: { state: 'whole', missing: 0 } })
  expect(await readdir(join(folder, 'backups'))).toEqual([expect.stringMatching(/^bramble-.*\.tar$/)])

  const target = openDatabase(await anEmptyDatabaseUrl(), { log: testLog })
  atEnd(() => target.close())
  const restored = await run('restore', { rest: [file] }, target, await aFolder())
  expect(restored?.data).toMatchObject({ restored: true, hasKey: true })
  const entries = await target.db.selectFrom('auditEntry').select(['action', 'actorKind']).execute()
  expect(entries).toContainEqual({ action: 'site.restored', actorKind: 'operator' })
  await expect(run('restore', { rest: [file] }, target)).rejects.toThrow('not empty')
  await expect(run('restore')).rejects.toThrow('Name the file')
})
