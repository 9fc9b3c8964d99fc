import { type IncomingHttpHeaders, createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { type Outbound, createOutbound } from '#server/platform/outbound/fetch.ts'
import { atEnd } from './at-end.ts'

type Received = { headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** Sends to loopback addresses too. */
export const openOutbound: Outbound = createOutbound({ allowPrivate: true, agent: 'Bramble' })

/** An HTTP server that receives webhooks, closed at the end of the test file. */
export async function aWebhookReceiver() {
  const received: Received[] = []
  let answer: Answer | ((request: Received) => Promise<Answer>) = { status: 200 }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    const respond = async () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      const { status, headers = {}, body = '' } = typeof answer === 'function' ? await answer(one) : answer
      reply.writeHead(status, headers).end(body)
    }
    request.on('end', () => void respond())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    types: () => received.map(({ body }) => eventOf(body).type),
    /** How the next requests are answered. */
    answer: (next: typeof answer) => void (answer = next),
  }
}

export function eventOf(body: string) {
  return JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
}

/** Verifies with the reference library of the Standard Webhooks specification. Throws when the signature is wrong. */
export function verify(secret: string, { headers, body }: Received) {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return new Webhook(secret).verify(body, sent)
}
