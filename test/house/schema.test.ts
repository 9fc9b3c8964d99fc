import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { schemaSql, tablesSource } from '#test/schema-snapshot.ts'

test('the table types and the printed schema match the migrations', async () => {
  const { pool } = await aDatabase()
  await expect(await tablesSource(pool)).toMatchFileSnapshot('../../src/server/platform/tables.ts')
  await expect(await schemaSql(pool)).toMatchFileSnapshot('../../docs/schema.sql')
})
