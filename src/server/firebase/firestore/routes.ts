import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { DocumentError } from '#contract/firebase/firestore.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Http } from '#server/platform/http.ts'
import { bearerOf, allowAnyOrigin, preflight } from '#server/firebase/http.ts'
import { authenticate } from '#server/firebase/caller.ts'
import { runQuery } from './run-query.ts'
import { type FirebaseDataOptions, reportRefusal, errorText } from '#server/firebase/errors.ts'

type Route = { Params: { 'project': string; '*': string } }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const DATABASE = '(default)'

/** The Firestore REST API, limited to one query: the user's own record. */
export function mountFirestore(app: Http, prefixes: readonly string[], options: FirebaseDataOptions) {
  const { db, now, base, projectId, limits, verify } = options
  allowAnyOrigin(app)
  app.setErrorHandler(sendFirestoreError)
  // The client sends JSON as plain text to avoid a preflight request.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  /** Runs before the body is read. */
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
        const uid = await authenticate(bearerOf(headers.authorization), verify)
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

/** The client uses the HTTP status but parses every response as JSON, including 503. */
function sendFirestoreError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = reportRefusal(error, request, reply)
  const wanted = refusal?.status ?? 503
  const code = wanted in STATUSES ? wanted : 400
  const message = refusal ? errorText(refusal) : 'The service is currently unavailable.'
  const body: DocumentError = [{ error: { code, message, status: STATUSES[code] ?? '' } }]
  return reply.status(code).send(body)
}
