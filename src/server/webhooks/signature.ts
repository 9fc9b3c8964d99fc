import { createHmac, randomBytes } from 'node:crypto'
import { SECOND_MS } from '#contract/constants.ts'

const PREFIX = 'whsec_'
/** The specification recommends 24 to 64 bytes. */
const SECRET_BYTES = 32

export function newSecret() {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

type Message = { id: string; body: string; at: Date; secrets: readonly string[] }

/** The headers of the Standard Webhooks specification, with one signature per secret. */
export function signedHeaders({ id, body, at, secrets }: Message) {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
