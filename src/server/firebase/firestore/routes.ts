import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { DocumentError } from '#contract/firebase/firestore.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Http } from '#server/platform/http.ts'
import { bearerOf, allowAnyOrigin, preflight } from '#server/platform/cors.ts'
import { uidOf } from '#server/firebase/caller.ts'
import { runQuery } from './run-query.ts'
import { type DataOptions, refusalOf, wordsOf } from '#server/firebase/errors.ts'

type Route = { Params: { 'project': string; '*': string } }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const DATABASE = '(default)'

/** The document database's REST form, as far as there is one: a query for one's own record. */
export function mountDocuments(app: Http, prefixes: readonly string[], options: DataOptions) {
  const { db, now, base, projectId, limits, verify } = options
  allowAnyOrigin(app)
  app.setErrorHandler(answerDocumentError)
  // The client sends its JSON as plain text, which spares a browser the preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  /** Said before the body is read: what is in it does not matter. */
  async function checkAddress({ method, params, ip }: FastifyRequest<Route>) {
    await limits.take('read', rateLimitAddress(ip))
    const [database, ...path] = params['*'].split('/')
    if (params.project !== projectId || database !== DATABASE) throw new Refusal('not-found')
    if (method !== 'POST' || path.join('/') !== 'documents:runQuery') throw new Refusal('not-allowed')
  }

  for (const prefix of prefixes) {
    const url = `${prefix}v1/projects/:project/databases/*`
    app.options(url, preflight)
    app.route<Route>({
      method: METHODS,
      url,
      onRequest: checkAddress,
      handler: async ({ headers, body }) => {
        const uid = await uidOf(bearerOf(headers.authorization), verify)
        const database = `projects/${projectId}/databases/${DATABASE}`
        return runQuery({ db, now, base, uid, database }, body)
      },
    })
  }
}

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

/** The client goes by the HTTP status, but reads every answer as JSON first, that of a fault too. */
function answerDocumentError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request, reply)
  const wanted = refusal?.status ?? 503
  const code = wanted in STATUSES ? wanted : 400
  const message = refusal ? wordsOf(refusal) : 'The service is currently unavailable.'
  const body: DocumentError = [{ error: { code, message, status: STATUSES[code] ?? '' } }]
  return reply.status(code).send(body)
}
