import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of a site that can be stopped and started, as if the site itself were. */
export async function startProxy(siteUrl: string) {
  const server = createServer((asked, reply) => {
    const { method, headers, url = '/' } = asked
    const forwarded = request(new URL(url, siteUrl), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    asked.pipe(forwarded)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    start: () => listen(port),
    async stop() {
      if (!server.listening) return
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
