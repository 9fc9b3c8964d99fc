import { type RequestListener, createServer } from 'node:http'
import { atEnd } from './at-end.ts'

/** An HTTP server that plays another site, closed at the end of the test file. */
export async function aSiteServer(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  atEnd(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://${host}:${address.port}`
}
