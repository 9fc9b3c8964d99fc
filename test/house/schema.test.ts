import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { schemaSql, tablesSource } from '#test/schema-snapshot.ts'

test('the types of the tables and the printed schema are those of the migrations', async () => {
  const { pool } = await aDatabase()
  await expect(await tablesSource(pool)).toMatchFileSnapshot('../../src/server/platform/tables.ts')
  await expect(await schemaSql(pool)).toMatchFileSnapshot('../../docs/schema.sql')
})
