import type { Http } from './http.ts'

/** Liveness and readiness checks for load balancers and monitors. */
export function mountHealth(app: Http, isReachable: () => Promise<boolean>, isClosing: () => boolean) {
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const database = await isReachable()
    const ready = database && !isClosing()
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, database })
  })
}
