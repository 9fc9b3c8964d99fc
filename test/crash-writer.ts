import pg from 'pg'
import { createLog } from '#server/platform/log.ts'
import { openEmbedded } from '#server/platform/postgres/embedded.ts'

/** Writes until it is killed. Prints each id after its row was committed. */
async function write(dataDir: string) {
  const { url } = await openEmbedded({ dataDir, log: createLog({ level: 'silent', file: null }) })
  const client = new pg.Client({ connectionString: url })
  // The test may kill the database first.
  client.on('error', () => process.exit(1))
  await client.connect()
  await client.query('create table if not exists written (id bigint generated always as identity primary key)')
  for (;;) {
    const { rows } = await client.query<{ id: string }>('insert into written default values returning id')
    process.stdout.write(`${rows[0]?.id}\n`)
  }
}

await write(process.argv[2] ?? '')
