import type pg from 'pg'
import type { Http } from './http.ts'

/** For whoever watches the process: is it alive, and can it serve? */
export function mountHealth(app: Http, pool: pg.Pool, isClosing: () => boolean) {
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const database = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    const ready = database && !isClosing()
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, database })
  })
}
