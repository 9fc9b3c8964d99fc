import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_STRING_BYTES } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type TreeError, TreeParameters } from '#contract/firebase/database.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Http } from '#server/platform/http.ts'
import { bearerOf, allowAnyOrigin, preflight } from '#server/platform/cors.ts'
import { treeSegments } from './address.ts'
import { uidOf } from '#server/firebase/caller.ts'
import { readKey } from './keys.ts'
import { TOO_LARGE, readTree } from './tree.ts'
import { readTreeQuery } from './parse-query.ts'
import { type DataOptions, refusalOf, wordsOf } from '#server/firebase/errors.ts'

const CONSTRAINT = 'dataTree'
const FEW = 100

/** The realtime database's REST form, to read. Its addresses lie among those of pages, so each is looked at as a whole. */
export function mountTree(app: Http, prefixes: readonly string[], options: DataOptions) {
  const { db, base, limits, verify, treeBytes = MAX_STRING_BYTES } = options
  allowAnyOrigin(app)
  app.setErrorHandler(answerTreeError)
  app.addConstraintStrategy({
    name: CONSTRAINT,
    storage: handlerStorage,
    deriveConstraint: ({ url = '' }) => treeSegments(url, prefixes) !== null,
  })

  async function read({ url, query, headers, ip }: FastifyRequest, reply: FastifyReply) {
    await limits.take('read', rateLimitAddress(ip))
    const path = (treeSegments(url, prefixes) ?? []).map(readKey)
    const asked = TreeParameters.safeParse(query)
    if (!asked.success) throw new Refusal('invalid', { reason: 'each query parameter can be given once' })
    const { auth, ...filters } = asked.data
    const chosen = readTreeQuery(filters)
    // A whole collection costs what a hundred pages cost.
    const few = path.length > 1 || (chosen?.order.by === 'key' && (chosen.limit?.count ?? Infinity) <= FEW)
    if (!few) await limits.take('bulk', rateLimitAddress(ip))
    const uid = await uidOf(auth || bearerOf(headers.authorization), verify)
    const value = await readTree({ db, base, uid }, path, chosen)
    // Made here, because the framework would send nothing at all for a null.
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > treeBytes) throw new Refusal('invalid', { reason: TOO_LARGE })
    return reply.type('application/json; charset=utf-8').send(text)
  }

  /** Said before the body is read: nothing is written this way. */
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

/** Keeps what the router gives it for each value of the constraint. */
function handlerStorage<Handler>() {
  const kept = new Map<unknown, Handler>()
  return {
    get: (value: unknown) => kept.get(value) ?? null,
    set: (value: unknown, handler: Handler) => void kept.set(value, handler),
  }
}

function answerTreeError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request, reply)
  if (!refusal) return reply.status(503).type('text/plain; charset=utf-8').send('The service is currently unavailable.')
  const denied = refusal.status === 401 || refusal.status === 403
  const body: TreeError = { error: denied ? 'Permission denied' : wordsOf(refusal) }
  return reply.status(denied ? 401 : refusal.status).send(body)
}
