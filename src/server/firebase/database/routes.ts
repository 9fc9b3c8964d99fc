import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_STRING_BYTES } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type TreeError, TreeParameters } from '#contract/firebase/database.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Http } from '#server/platform/http.ts'
import { bearerOf, allowAnyOrigin, preflight } from '#server/firebase/http.ts'
import { parseTreePath } from './address.ts'
import { authenticate } from '#server/firebase/caller.ts'
import { parseKey } from './keys.ts'
import { TOO_LARGE, readTree } from './tree.ts'
import { parseTreeQuery } from './parse-query.ts'
import { type FirebaseDataOptions, reportRefusal, errorText } from '#server/firebase/errors.ts'

const CONSTRAINT = 'dataTree'
const SMALL_PAGE = 100

/** The read-only Realtime Database REST API. Its paths overlap with pages, so a route constraint checks the whole URL. */
export function mountDatabase(app: Http, prefixes: readonly string[], options: FirebaseDataOptions) {
  const { db, base, limits, verify, treeBytes = MAX_STRING_BYTES } = options
  allowAnyOrigin(app)
  app.setErrorHandler(sendDatabaseError)
  app.addConstraintStrategy({
    name: CONSTRAINT,
    storage: handlerStorage,
    deriveConstraint: ({ url = '' }) => parseTreePath(url, prefixes) !== null,
  })

  async function read({ url, query, headers, ip }: FastifyRequest, reply: FastifyReply) {
    await limits.take('read', rateLimitAddress(ip))
    const path = (parseTreePath(url, prefixes) ?? []).map(parseKey)
    const parsed = TreeParameters.safeParse(query)
    if (!parsed.success) throw new Refusal('invalid', { reason: 'each query parameter can be given once' })
    const { auth, ...filters } = parsed.data
    const treeQuery = parseTreeQuery(filters)
    // Reading a whole collection is expensive, so it has its own rate limit.
    const isSmall =
      path.length > 1 || (treeQuery?.order.by === 'key' && (treeQuery.limit?.count ?? Infinity) <= SMALL_PAGE)
    if (!isSmall) await limits.take('bulk', rateLimitAddress(ip))
    const uid = await authenticate(auth || bearerOf(headers.authorization), verify)
    const value = await readTree({ db, base, uid }, path, treeQuery)
    // Serialized here, because Fastify sends an empty body for null.
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > treeBytes) throw new Refusal('invalid', { reason: TOO_LARGE })
    return reply.type('application/json; charset=utf-8').send(text)
  }

  /** Runs before the body is read. */
  const refuseWrites = async () => {
    throw new Refusal('not-allowed')
  }

  for (const prefix of prefixes) {
    const route = { url: `${prefix}*`, constraints: { [CONSTRAINT]: true } }
    app.route({ ...route, method: 'GET', handler: read })
    app.route({ ...route, method: 'OPTIONS', handler: preflight })
    app.route({ ...route, method: ['POST', 'PUT', 'PATCH', 'DELETE'], onRequest: refuseWrites, handler: refuseWrites })
  }
}

function handlerStorage<Handler>() {
  const handlers = new Map<unknown, Handler>()
  return {
    get: (value: unknown) => handlers.get(value) ?? null,
    set: (value: unknown, handler: Handler) => void handlers.set(value, handler),
  }
}

function sendDatabaseError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = reportRefusal(error, request, reply)
  if (!refusal) return reply.status(503).type('text/plain; charset=utf-8').send('The service is currently unavailable.')
  const denied = refusal.status === 401 || refusal.status === 403
  const body: TreeError = { error: denied ? 'Permission denied' : errorText(refusal) }
  return reply.status(denied ? 401 : refusal.status).send(body)
}
