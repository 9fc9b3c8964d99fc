import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { nextFrame, waitForHydration } from './browser.ts'

type Waiting = { response: ServerResponse; pieces: Buffer[] }

const AT_ONCE_BYTES = 400

/** A proxy of the site that sends the first part of each document in small pieces, one for each frame of the page. */
export async function proxyInPieces(siteUrl: string, firstBytes: number) {
  const waiting: Waiting[] = []
  const server = createServer((request, response) => {
    void fetch(new URL(request.url ?? '/', siteUrl)).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? ''
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'content-type': type })
      if (!type.startsWith('text/html')) return response.end(body)
      const start = body.indexOf('<body')
      const end = Math.min(body.length, start + firstBytes)
      const pieces: Buffer[] = []
      for (let at = start; at < end; at += AT_ONCE_BYTES)
        pieces.push(body.subarray(at, Math.min(end, at + AT_ONCE_BYTES)))
      pieces.push(body.subarray(end))
      response.write(body.subarray(0, start))
      waiting.push({ response, pieces })
      return response
    })
  })
  const url = await listen(server)

  /** Opens a page and lets the browser paint after each piece. */
  async function openInPieces(page: Page, path: string) {
    await page.goto(url + path, { waitUntil: 'commit' })
    const { response, pieces } = waiting.shift() ?? never()
    const [first, ...rest] = pieces
    response.write(first)
    for (const piece of rest) {
      await nextFrame(page)
      response.write(piece)
    }
    response.end()
    await waitForHydration(page)
  }

  return {
    openInPieces,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function listen(server: Server) {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

function never(): never {
  throw new Error('The document was not asked for.')
}
