import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { fastifyPath, rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { allowAnyOrigin, preflight, callerFromToken } from '#server/platform/cors.ts'
import { toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { accountCalls } from './account-calls.ts'
import type { HostedCall } from './call.ts'
import { HostedRefusal, hostedError, hostedMessage } from './errors.ts'
import { mailedCalls } from './mailed-calls.ts'
import { projectCalls } from './project-calls.ts'
import { providerCalls } from './provider-calls.ts'
import { signInCalls } from './sign-in-calls.ts'
import { tokenCall } from './token-call.ts'

const IDENTITY_HOST = 'identitytoolkit.googleapis.com/'
const TOKEN_HOST = 'securetoken.googleapis.com/'
const BODY_BYTES = 64 * 1024
const calls = [...projectCalls, ...signInCalls, ...providerCalls, ...accountCalls, ...mailedCalls]

/**
 * The identity service in the shapes of the hosted one, so that its clients work here unchanged. Everything hangs from the
 * root of the origin, and below the base address too. No cookie is read, so pages of any origin may call it.
 */
export async function mountHostedIdentity(app: Http, api: Api, { base }: SiteConfig) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, text, done) =>
      done(null, text),
    )
    allowAnyOrigin(scope)
    scope.setErrorHandler(answerError)
    for (const root of new Set(['/', base])) {
      for (const call of calls) for (const host of ['', IDENTITY_HOST]) mount(root + host, call)
      for (const host of ['', TOKEN_HOST]) mount(root + host, tokenCall)
      scope.get(`${root}.well-known/jwks.json`, async (request, reply) =>
        reply
          .header('cache-control', 'public, max-age=300')
          .send(await api.ctxOf(callerFromToken(request)).tokens.jwks()),
      )
    }

    function mount(prefix: string, call: HostedCall) {
      const url = prefix + fastifyPath(call.path)
      scope.route({ method: 'OPTIONS', url, handler: preflight })
      scope.route({
        method: call.method,
        url,
        handler: async (request) => {
          const ctx = api.ctxOf(callerFromToken(request))
          checkKey(request, call.anyKey ? null : ctx.identity.apiKey)
          await ctx.limits.take(call.limit, rateLimitAddress(request.ip))
          return call.run(ctx, call.method === 'GET' ? {} : readBody(request))
        },
      })
    }
  })
}

function checkKey(request: FastifyRequest, wanted: string | null) {
  const given = new URLSearchParams(request.url.split('?')[1] ?? '').get('key')
  if (!given || (wanted !== null && given !== wanted)) throw new KeyMissing()
}

class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
}

/** JSON, whatever it is called; the token call sends a form. */
function readBody({ body, headers }: FastifyRequest): unknown {
  const text = typeof body === 'string' ? body : ''
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (form && !text.trimStart().startsWith('{')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new HostedRefusal('INVALID_REQUEST : The body is not JSON')
  }
}

/** A refusal in the service's own form. For a fault, no JSON: clients take that for passing trouble and stay signed in. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof KeyMissing) {
    return reply.status(403).send(hostedError(403, 'The request is missing a valid API key.'))
  }
  if (error instanceof ZodError) {
    const where = error.issues.map(({ path }) => path.join('.') || 'body').join(', ')
    return reply.status(400).send(hostedError(400, `INVALID_REQUEST : Not right: ${where}`))
  }
  const refusal = error instanceof HostedRefusal ? error : toRefusal(error)
  if (!refusal) {
    request.log.error({ err: error }, 'fault')
    return reply.status(503).type('text/plain').send('The service is not available.')
  }
  if (refusal instanceof Refusal) setErrorHeaders(reply, refusal)
  return reply.status(400).send(hostedError(400, hostedMessage(refusal)))
}
