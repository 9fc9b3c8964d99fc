import type { Http } from './http.ts'

/** For load balancers and monitors: whether the process is alive, and whether it can serve. */
export function mountHealth(app: Http, answers: () => Promise<boolean>, isClosing: () => boolean) {
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const database = await answers()
    const ready = database && !isClosing()
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, database })
  })
}
