import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/platform/db.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { TEST_KEY } from '#test/vault.ts'
import { commands } from './commands.ts'

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})

/** Runs a command as the command line does. */
async function run(...words: string[]) {
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word))
  if (!command) throw new Error(`unknown command ${words.join(' ')}`)
  const rest = words.slice(command.words.length)
  return command.run({ ...database, config: readConfig({ ENCRYPTION_KEY: TEST_KEY }), log: testLog }, { rest })
}

test('settings are printed and changed, and an unknown key is refused', async () => {
  expect((await run('settings')).data).toMatchObject({
    name: 'Bramble',
    tagline: 'A place to publish and read stories',
  })
  expect(await run('settings', 'set', 'name', 'The Hedge')).toEqual({
    data: { name: 'The Hedge' },
    text: 'name: The Hedge',
  })
  expect((await run('settings')).text).toContain('name: The Hedge')
  await expect(run('settings', 'set', 'colour', 'green')).rejects.toMatchObject({ code: 'invalid' })
})

test('a set-up link exists until the site has an admin, and the demo does not overwrite existing people', async () => {
  expect((await run('setup-link')).data).toMatchObject({ link: expect.stringContaining('#setup=') })
  const create = commands.find(({ words }) => words.join(' ') === 'user create')
  const around = { ...database, config: readConfig({ ENCRYPTION_KEY: TEST_KEY }), log: testLog }
  await create?.run(around, { name: 'Ada', handle: 'ada', role: 'admin', rest: [] })
  expect(await run('setup-link')).toEqual({ data: { link: null }, text: 'The site already has an admin.' })
  expect((await run('demo')).data).toEqual({ stories: null })
})

test('secrets are reset when their key is lost, and only then', async () => {
  const { db } = database
  const lost = {
    ...database,
    config: readConfig({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') }),
    log: testLog,
  }
  const reset = commands.find(({ words }) => words.join(' ') === 'secrets reset')
  await run('settings')
  expect((await run('secrets', 'reset')).data).toEqual({ deleted: false })
  await expect(reset?.run(lost, { rest: [] })).rejects.toThrow(
    /two-step.*push.*mail.*SMTP password.*client secrets.*signing secrets.*--confirm/,
  )
  expect(await db.selectFrom('signingKey').select('id').execute()).not.toEqual([])

  expect((await reset?.run(lost, { rest: [], confirm: true }))?.data).toEqual({ deleted: true })
  expect(await db.selectFrom('signingKey').select('id').execute()).toEqual([])
  // The other key is now the valid one.
  expect((await reset?.run(lost, { rest: [] }))?.data).toEqual({ deleted: false })
})

test('an up-to-date database has no pending migrations and passes the doctor', async () => {
  expect(await run('migrate')).toEqual({ data: { applied: [] }, text: 'No pending migrations.' })
  const { data, failed } = await run('doctor')
  expect(data).toContainEqual(expect.objectContaining({ check: 'database migrations', ok: true }))
  expect(failed).toBe(false)
})
