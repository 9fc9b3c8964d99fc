import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AnalyticsBatch, type AnalyticsEvent } from '#contract/analytics/events.ts'

/** A proxy of a site that receives the events of its pages itself, as the endpoint does. */
export async function startAnalyticsServer(siteUrl: string) {
  const events: AnalyticsEvent[] = []
  const state = { isDown: false }

  const server = createServer((asked, reply) => {
    const { method, headers, url = '/' } = asked
    if (method === 'POST' && url.endsWith('/api/analytics')) {
      if (state.isDown) return asked.socket.destroy()
      const parts: Buffer[] = []
      asked.on('data', (part: Buffer) => parts.push(part))
      asked.on('end', () => {
        const batch = AnalyticsBatch.parse(JSON.parse(Buffer.concat(parts).toString()))
        events.push(...batch.events)
        reply.setHeader('content-type', 'application/json').end(JSON.stringify({ accepted: batch.events.length }))
      })
      return
    }
    const forwarded = request(new URL(url, siteUrl), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    state,
    async stop() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
