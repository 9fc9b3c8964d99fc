import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import type { Database } from './db.ts'
import { migrate } from './migrate.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await aDatabase()
  folder = await mkdtemp(join(tmpdir(), 'bramble-migrations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

test('each file is applied once and in order by concurrent processes', async () => {
  await write('1001_a.sql', 'create table a (id int); insert into a values (1);')
  await write('1002_b.sql', 'create table b as select * from a;')
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
  expect(runs.flat()).toEqual(['1001_a.sql', '1002_b.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('a failing file is rolled back and named in the error', async () => {
  await write('1003_c.sql', 'create table c (id int); select nonsense;')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 1003_c.sql failed: column "nonsense" does not exist',
  )
  const { rows } = await database.pool.query(`select to_regclass('c') as found`)
  expect(rows).toEqual([{ found: null }])
  await write('1003_c.sql', 'create table c (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['1003_c.sql'])
})

test('an applied file may not be changed', async () => {
  await write('1001_a.sql', 'create table a (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow('1001_a.sql was changed after it had been applied')
})
