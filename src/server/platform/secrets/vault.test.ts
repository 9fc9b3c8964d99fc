import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { TEST_KEY, testVault } from '#test/vault.ts'
import { placeOf } from './sealed-columns.ts'
import { type EncryptionConfig, openVault, prepareVault } from './keys.ts'
import { createVault } from './vault.ts'

const [one, other] = [randomBytes(32), randomBytes(32)]
const place = placeOf('second_factor.secret', 'a')
const given = (...keys: [Buffer, ...Buffer[]]): EncryptionConfig => ({ kind: 'given', keys })
const testKey = Buffer.from(TEST_KEY, 'base64')

test('a value can only be decrypted in its own row, and not after it was changed', () => {
  const vault = createVault([one])
  const sealed = vault.seal(place, 'a secret')
  expect(sealed).not.toContain('secret')
  expect(vault.seal(place, 'a secret')).not.toBe(sealed)
  expect(vault.open(place, sealed)).toBe('a secret')
  for (const elsewhere of [placeOf('second_factor.secret', 'b'), placeOf('push_key.private_key', 'a')]) {
    expect(() => vault.open(elsewhere, sealed)).toThrow(/authenticate/)
  }
  const changed = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.at(-1)
  expect(() => vault.open(place, changed)).toThrow(/authenticate/)
  expect(() => vault.open(place, 'a secret')).toThrow('not encrypted')
})

test('an earlier key still decrypts and verifies, and an unknown one is named', () => {
  const [before, after] = [createVault([one]), createVault([other, one])]
  const sealed = before.seal(place, 'a secret')
  expect(after.open(place, sealed)).toBe('a secret')
  expect(after.seal(place, '')).toContain(`:${after.keyId}:`)
  expect(() => createVault([other]).open(place, sealed)).toThrow(`no encryption key ${before.keyId}`)
  const mac = before.sign('device', 'x')
  expect(after.verify('device', 'x', mac)).toBe(true)
  for (const [purpose, text] of [
    ['session', 'x'],
    ['device', 'y'],
  ] as const) {
    expect(after.verify(purpose, text, mac)).toBe(false)
  }
  expect(createVault([other]).verify('device', 'x', mac)).toBe(false)
})

/** A site as it was before secrets were encrypted. */
async function anOldSite() {
  const { db, pool } = await aDatabase()
  const { uid } = await aPerson(db)
  await db
    .insertInto('secondFactor')
    .values({ id: 'f'.repeat(20), uid, name: 'Phone', secret: 'JBSWY3DPEHPK3PXP' })
    .execute()
  await db.insertInto('pushKey').values({ publicKey: 'public', privateKey: 'private' }).execute()
  const [key] = await db.selectFrom('signingKey').selectAll().execute()
  if (!key) throw new Error('There is no key')
  const jwk = testVault.open(placeOf('signing_key.private_jwk', key.id), key.privateJwk)
  await db.updateTable('signingKey').set({ privateJwk: jwk }).execute()
  const secretOf = async () => (await db.selectFrom('secondFactor').select('secret').executeTakeFirstOrThrow()).secret
  return { db, pool, secretOf }
}

test('the start encrypts clear text, and re-encrypts after a key rotation', async () => {
  const { db, secretOf } = await anOldSite()
  const factor = placeOf('second_factor.secret', 'f'.repeat(20))
  const { vault } = await prepareVault(db, given(testKey))
  const sealed = await secretOf()
  expect(vault.open(factor, sealed)).toBe('JBSWY3DPEHPK3PXP')
  await aCtx(db).tokens.ready()
  await prepareVault(db, given(testKey))
  expect(await secretOf()).toBe(sealed)

  const replaced = await prepareVault(db, given(one, testKey))
  expect(await secretOf()).not.toBe(sealed)
  expect((await prepareVault(db, given(one))).vault.open(factor, await secretOf())).toBe('JBSWY3DPEHPK3PXP')
  expect(await db.selectFrom('encryptionKey').select('id').execute()).toEqual([{ id: replaced.vault.keyId }])
})

test('a site does not start with a key other than that of its secrets', async () => {
  const { db, secretOf } = await anOldSite()
  const { vault } = await prepareVault(db, given(testKey))
  const before = await secretOf()
  await expect(prepareVault(db, given(other))).rejects.toThrow(
    `encrypted with key ${vault.keyId}, and ENCRYPTION_KEY does not contain it`,
  )
  expect(await secretOf()).toBe(before)
})

test('the key file is created once, readable by its owner only, and never replaces a missing one', async () => {
  const { db } = await anOldSite()
  const folder = await mkdtemp(join(tmpdir(), 'bramble-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'data', 'encryption-key')
  const config: EncryptionConfig = { kind: 'file', path }
  await expect(openVault(config)).rejects.toThrow('ENCRYPTION_KEY: not set')

  const starts = await Promise.all([prepareVault(db, config), prepareVault(db, config)])
  expect(starts.map(({ created }) => created).toSorted()).toEqual([false, true])
  expect(new Set(starts.map(({ vault }) => vault.keyId)).size).toBe(1)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const key = await readFile(path, 'utf8')
  expect((await openVault(config)).keyId).toBe(starts[0]?.vault.keyId)

  await rm(path)
  await expect(prepareVault(db, config)).rejects.toThrow('Restore that file from your backup, or set ENCRYPTION_KEY')
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await writeFile(path, 'half a key')
  await expect(prepareVault(db, config)).rejects.toThrow('does not contain a valid key')
  await writeFile(path, key)
  await prepareVault(db, config)
})
