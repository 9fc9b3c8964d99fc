import pino from 'pino'
import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { testVault } from '#test/vault.ts'
import { readConfig } from './config.ts'
import { createLiveConfig } from './live-config.ts'
import type { Db } from './platform/db.ts'
import { placeOf } from './platform/secrets/sealed-columns.ts'

function aLiveConfig(db: Db) {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  return { lines, live: createLiveConfig({ db, vault: testVault, config: readConfig({}), log }) }
}

async function storePassword(db: Db, password: string) {
  await db.updateTable('mailServer').set({ host: 'smtp.example.com', username: 'mailer' }).execute()
  await db
    .insertInto('mailServerSecret')
    .values({ id: 'mail', password })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ password }))
    .execute()
}

const sealed = (password: string) => testVault.seal(placeOf('mail_server_secret.password', 'mail'), password)
const UNREADABLE = testVault.seal({ column: 'another.column', row: 'mail' }, 'first')

test('a secret that cannot be decrypted is logged once, and the last values apply', async () => {
  const { db } = await aDatabase()
  const { live, lines } = aLiveConfig(db)
  await storePassword(db, sealed('first'))
  await live.refresh()
  expect(live.getMail()).toMatchObject({ url: expect.stringContaining('mailer:first@') })

  await storePassword(db, UNREADABLE)
  for (let n = 0; n < 3; n++) await live.refresh()
  expect(live.getMail()).toMatchObject({ url: expect.stringContaining('mailer:first@') })
  expect(lines).toEqual([expect.stringContaining('settings could not be loaded')])

  await storePassword(db, sealed('second'))
  await live.refresh()
  expect(live.getMail()).toMatchObject({ url: expect.stringContaining('mailer:second@') })
})

test('a secret that cannot be decrypted at the start is an error', async () => {
  const { db } = await aDatabase()
  await storePassword(db, UNREADABLE)
  await expect(aLiveConfig(db).live.refresh()).rejects.toThrow('unable to authenticate')
})
