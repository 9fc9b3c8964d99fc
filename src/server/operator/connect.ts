import type { Config } from '#server/config.ts'
import { type Db, openDatabase } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import { openEmbedded, findRunningUrl } from '#server/platform/postgres/embedded.ts'
import type pg from 'pg'

export type Connection = { db: Db; pool: pg.Pool; url: string; close(): Promise<void> }

/** Connects to the running database, or starts the embedded one for the duration of the command. */
export async function connect({ database }: Config, log: Log): Promise<Connection> {
  const running = database.kind === 'external' ? database.url : await findRunningUrl(database.dataDir)
  const server =
    running || database.kind === 'external'
      ? { url: running ?? '', close: async () => {} }
      : await openEmbedded({ dataDir: database.dataDir, log })
  const { db, pool, close } = openDatabase(server.url, { log, connections: 2, prepare: database.prepare })
  return {
    db,
    pool,
    url: server.url,
    async close() {
      await close()
      await server.close()
    },
  }
}
