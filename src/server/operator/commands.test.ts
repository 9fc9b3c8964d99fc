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

test('a setting that is a list or an object is set as JSON, without its picture', async () => {
  const { db } = database
  const picture = { media: 'x'.repeat(20), picture: { src: '/media/x', alt: '', width: 1, height: 1 } }
  await db
    .insertInto('setting')
    .values({
      key: 'socialCards',
      value: JSON.stringify({ covers: true, account: '', picture }),
      updatedAt: new Date(),
    })
    .execute()
  await run('settings', 'set', 'switchedOff', '["feeds"]')
  expect(await run('settings', 'set', 'switchedOff', '[]')).toEqual({
    data: { switchedOff: [] },
    text: 'switchedOff: []',
  })
  await run('settings', 'set', 'navigation', '[{"name": "About", "to": "/about"}]')
  await run('settings', 'set', 'footer', '{"text": "Since 2020", "links": null}')
  const cards = await run('settings', 'set', 'socialCards', '{"covers": false, "account": "@hedge", "picture": null}')
  expect(cards.data).toMatchObject({ socialCards: { covers: false, picture } })
  expect((await run('settings')).data).toMatchObject({
    navigation: [{ name: 'About', to: '/about' }],
    footer: { text: 'Since 2020', links: null },
    socialCards: { covers: false, account: '@hedge', picture: { media: picture.media } },
  })
  for (const wrong of ['feeds', '["everything"]', '{}', ''])
    await expect(run('settings', 'set', 'switchedOff', wrong)).rejects.toMatchObject({ code: 'invalid' })
  await expect(run('settings', 'set', 'socialCards', 'text')).rejects.toMatchObject({ code: 'invalid' })
})

test('a setting that is changed by command is in the audit log', async () => {
  await run('settings', 'set', 'signUp.mode', 'invitation')
  await run('settings', 'set', 'signUp.domains', 'example.org, example.net')
  await expect(run('settings', 'set', 'signUp.mode', 'never')).rejects.toMatchObject({ code: 'invalid' })
  const entries = await database.db
    .selectFrom('auditEntry')
    .select(['action', 'actorKind', 'actorId', 'targetId', 'before', 'after'])
    .where('targetId', 'like', 'signUp.%')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    {
      action: 'setting.changed',
      actorKind: 'operator',
      actorId: null,
      targetId: 'signUp.mode',
      before: { value: 'open' },
      after: { value: 'invitation' },
    },
    {
      action: 'setting.changed',
      actorKind: 'operator',
      actorId: null,
      targetId: 'signUp.domains',
      before: { value: [] },
      after: { value: ['example.org', 'example.net'] },
    },
  ])
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
