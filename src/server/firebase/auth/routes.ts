import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { fastifyPath, rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { allowAnyOrigin, preflight, callerFromToken } from '#server/firebase/http.ts'
import { toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { accountCalls } from './account-calls.ts'
import type { AuthCall } from './auth-call.ts'
import { FirebaseAuthError, authErrorBody, toAuthErrorMessage } from './errors.ts'
import { emailActionCalls } from './email-action-calls.ts'
import { projectCalls } from './project-calls.ts'
import { providerCalls } from './provider-calls.ts'
import { signInCalls } from './sign-in-calls.ts'
import { tokenCall } from './token-call.ts'

const IDENTITY_HOST = 'identitytoolkit.googleapis.com/'
const TOKEN_HOST = 'securetoken.googleapis.com/'
const BODY_BYTES = 64 * 1024
const calls = [...projectCalls, ...signInCalls, ...providerCalls, ...accountCalls, ...emailActionCalls]

/**
 * The Firebase Auth API, so that its clients work unchanged. Served from the root of the origin and below the base path.
 * No cookie is read, so pages of any origin may call it.
 */
export async function mountFirebaseAuth(app: Http, api: Api, site: SiteConfig) {
  const { base } = site
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, text, done) =>
      done(null, text),
    )
    allowAnyOrigin(scope)
    scope.setErrorHandler(sendAuthError)
    for (const root of new Set(['/', base])) {
      for (const call of calls) for (const host of ['', IDENTITY_HOST]) mount(root + host, call)
      for (const host of ['', TOKEN_HOST]) mount(root + host, tokenCall)
      scope.get(`${root}.well-known/jwks.json`, async (request, reply) =>
        reply
          .header('cache-control', 'public, max-age=300')
          .send(await api.ctxOf(callerFromToken(request, site)).tokens.jwks()),
      )
    }

    function mount(prefix: string, call: AuthCall) {
      const url = prefix + fastifyPath(call.path)
      scope.route({ method: 'OPTIONS', url, handler: preflight })
      scope.route({
        method: call.method,
        url,
        handler: async (request) => {
          const ctx = await api.freshCtxOf(callerFromToken(request, site))
          checkApiKey(request, call.anyKey ? null : ctx.identity.apiKey)
          await ctx.limits.take(call.limit, rateLimitAddress(request.ip))
          return call.run(ctx, call.method === 'GET' ? {} : parseBody(request))
        },
      })
    }
  })
}

function checkApiKey(request: FastifyRequest, wanted: string | null) {
  const given = new URLSearchParams(request.url.split('?')[1] ?? '').get('key')
  if (!given || (wanted !== null && given !== wanted)) throw new InvalidApiKey()
}

class InvalidApiKey extends Error {
  override readonly name = 'KeyMissing'
}

/** JSON whatever the content type; the token call sends a form. */
function parseBody({ body, headers }: FastifyRequest): unknown {
  const text = typeof body === 'string' ? body : ''
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (form && !text.trimStart().startsWith('{')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new FirebaseAuthError('INVALID_REQUEST : The body is not JSON')
  }
}

/** An unexpected error is not sent as JSON: clients then treat it as temporary and stay signed in. */
function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidApiKey) {
    return reply.status(403).send(authErrorBody(403, 'The request is missing a valid API key.'))
  }
  if (error instanceof ZodError) {
    const where = error.issues.map(({ path }) => path.join('.') || 'body').join(', ')
    return reply.status(400).send(authErrorBody(400, `INVALID_REQUEST : Invalid fields: ${where}`))
  }
  const refusal = error instanceof FirebaseAuthError ? error : toRefusal(error)
  if (!refusal) {
    request.log.error({ err: error }, 'fault')
    return reply.status(503).type('text/plain').send('The service is not available.')
  }
  if (refusal instanceof Refusal) setErrorHeaders(reply, refusal)
  return reply.status(400).send(authErrorBody(400, toAuthErrorMessage(refusal)))
}
