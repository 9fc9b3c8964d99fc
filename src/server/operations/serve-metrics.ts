import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import type { Http } from '#server/platform/http.ts'
import type { Metrics } from './metrics.ts'

const FORWARDED = /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i

/** `/metrics` for Prometheus. Others are told that there is no such page. */
export function mountMetrics(http: Http, metrics: Pick<Metrics, 'read' | 'contentType'>, token: string | null) {
  http.get('/metrics', async (request, reply) => {
    if (!(token === null ? isLocal(request) : hasToken(request, token))) throw new Refusal('not-found')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read())
  })
}

/**
 * From this server, and not through a proxy on it. A proxy adds a header or keeps the name of the site. `TRUST_PROXY` has no
 * effect here: only the connection counts.
 */
function isLocal({ raw: { socket, headers } }: FastifyRequest) {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  )
}

function hasToken({ headers: { authorization } }: FastifyRequest, token: string) {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  // Hashes have equal lengths.
  return timingSafeEqual(sha256(given), sha256(token))
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest()
}
