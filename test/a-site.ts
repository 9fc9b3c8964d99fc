import { type RequestListener, createServer } from 'node:http'
import { atEnd } from './at-end.ts'

/** Another site, on this machine, closed when the file is done. */
export async function aSite(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  atEnd(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return `http://${host}:${address.port}`
}
