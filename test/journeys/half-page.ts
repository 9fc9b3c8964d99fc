import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of the site that sends half of each document and holds back the rest until it is released. */
export async function halfPageProxy(siteUrl: string) {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  const server = createServer((request, response) => {
    void fetch(new URL(request.url ?? '/', siteUrl)).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? ''
      response.writeHead(answer.status, { 'content-type': type })
      if (!type.startsWith('text/html')) return response.end(Buffer.from(await answer.arrayBuffer()))
      const html = await answer.text()
      const half = Math.floor(html.length / 2)
      response.write(html.slice(0, half))
      await released
      return response.end(html.slice(half))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    release,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
