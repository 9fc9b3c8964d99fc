import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { renderedColumns, sharedColumns } from './columns.ts'

test('every column that article and draft share is copied when publishing', async () => {
  const { db } = await aDatabase()
  const { rows } = await sql<{ name: string }>`
    select replace(initcap(column_name), '_', '') as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('article', 'draft')
    group by column_name having count(*) = 2`.execute(db)
  const inBoth = rows.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1))
  // Stored differently and copied one by one.
  const special = ['cover', 'excerpt', 'slug']
  expect(inBoth.toSorted()).toEqual([...sharedColumns, ...renderedColumns, ...special].toSorted())
})
