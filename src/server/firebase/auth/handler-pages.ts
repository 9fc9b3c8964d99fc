import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { hashSecret } from '#server/identity/secrets.ts'
import { isAuthorizedPage } from '#server/identity/continue-url.ts'
import { type Flow, startProviderSignIn, findFlow } from '#server/identity/providers.ts'
import { callerOf, rateLimitAddress } from '#server/platform/api-routes.ts'
import { readCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'

const FLOW_SECONDS = 600
const HTML = 'text/html; charset=utf-8'

const HandlerQuery = z.object({
  providerId: z.string().max(128).catch(''),
  authType: z
    .string()
    .regex(/^(signIn|link|reauth)Via(Popup|Redirect)$/)
    .catch('signInViaPopup'),
  eventId: z.string().max(128).catch(''),
  redirectUrl: z.string().max(4000).catch(''),
})

/** The page that popups and redirects pass through on the way to a provider and back, and the hidden frame that receives the result. */
export function mountAuthPages(app: Http, api: Api, site: SiteConfig, headers: Record<string, string>) {
  for (const root of new Set(['/', site.base])) {
    for (const prefix of ['__', 'emulator']) {
      app.get(`${root}${prefix}/auth/handler`, serveHandler)
      app.get(`${root}${prefix}/auth/iframe`, serveFrame)
    }
  }

  async function serveHandler(request: FastifyRequest, reply: FastifyReply) {
    const ctx = await ctxOf(request, reply)
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const state = query.get('state')
    return state
      ? returnFromProvider(ctx, request, reply, state, query)
      : redirectToProvider(ctx, request, reply, query)
  }

  /** Errors are delivered to the opener as if the provider had sent them. */
  async function redirectToProvider(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, query: URLSearchParams) {
    const target = HandlerQuery.parse(Object.fromEntries(query))
    await ctx.limits.take('sign-in', rateLimitAddress(request.ip))
    if (!canUseSignIn(ctx, target.redirectUrl)) {
      return deliver(reply.status(403), { ...target, redirectUrl: '' }, failure('unauthorized-domain'))
    }
    try {
      const { state, address } = await startProviderSignIn(ctx, target)
      const secure = site.origin.startsWith('https:') ? '; Secure' : ''
      const cookie = `${cookieName(state)}=${cookieValue(state)}; Path=/; Max-Age=${FLOW_SECONDS}; HttpOnly; SameSite=Lax${secure}`
      return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(address.href)
    } catch (error) {
      if (error instanceof Refusal) return deliver(reply, target, failure(error.code))
      ctx.log.error({ err: error, provider: target.providerId }, 'provider unreachable')
      return deliver(reply, target, failure('network-request-failed'))
    }
  }

  /** Only the browser that started the flow may finish it, which prevents login CSRF. */
  async function returnFromProvider(
    ctx: Ctx,
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
    query: URLSearchParams,
  ) {
    const flow = await findFlow(ctx, state)
    const own = readCookie(request.headers.cookie, cookieName(state)) === cookieValue(state)
    if (!flow || !own) {
      const unknown = { authType: 'signInViaPopup', eventId: '', redirectUrl: '' }
      return deliver(reply.status(400), unknown, failure('invalid-credential'))
    }
    if (query.has('error')) {
      const cancelled = query.get('error') === 'access_denied'
      return deliver(reply, flow, failure(cancelled ? 'user-cancelled' : 'invalid-credential'))
    }
    const urlResponse = `${site.origin}${request.url}`
    return deliver(reply, flow, { urlResponse, sessionId: flow.sessionId, error: null })
  }

  function deliver(reply: FastifyReply, { authType, eventId, redirectUrl }: FlowTarget, outcome: Outcome) {
    const authEvent = { type: authType, eventId, postBody: null, tenantId: null, ...outcome }
    const page = renderHelperPage(site, {
      title: 'Signing in',
      script: 'handler',
      dataId: 'bramble-auth-event',
      data: { authEvent, redirectUrl, origins: redirectUrl ? [new URL(redirectUrl).origin] : [] },
      text: 'One moment…',
    })
    return reply.headers(popupHeaders).type(HTML).send(page)
  }

  async function serveFrame(request: FastifyRequest, reply: FastifyReply) {
    const ctx = await ctxOf(request, reply)
    const parent = URL.canParse(request.headers.referer ?? '') ? new URL(request.headers.referer ?? '') : null
    const guest = parent && parent.origin !== site.origin && isAuthorizedPage(ctx, parent)
    const origin = guest ? parent.origin : site.origin
    const page = renderHelperPage(site, {
      title: 'Sign-in helper',
      script: 'iframe',
      dataId: 'bramble-auth-frame',
      data: { origins: [origin] },
      text: '',
    })
    if (guest) {
      const policy = headers['content-security-policy'] ?? ''
      reply.header(
        'content-security-policy',
        policy.replace("frame-ancestors 'self'", `frame-ancestors 'self' ${origin}`),
      )
      reply.removeHeader('x-frame-options')
    }
    return reply.headers(popupHeaders).type(HTML).send(page)
  }

  function ctxOf(request: FastifyRequest, reply: FastifyReply) {
    return api.freshCtxOf(callerOf(request, reply, site))
  }
}

type FlowTarget = Pick<Flow, 'authType' | 'eventId' | 'redirectUrl'>
type Outcome = {
  urlResponse: string | null
  sessionId: string | null
  error: { code: string; message: string } | null
}

/** A popup needs its opener to deliver the result. */
const popupHeaders = {
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

function failure(code: string): Outcome {
  return { urlResponse: null, sessionId: null, error: { code: `auth/${code}`, message: code } }
}

function canUseSignIn(ctx: Ctx, redirectUrl: string) {
  if (!URL.canParse(redirectUrl)) return false
  const page = new URL(redirectUrl)
  return /^https?:$/.test(page.protocol) && isAuthorizedPage(ctx, page)
}

const cookieName = (state: string) => `bramble_visit_${state.slice(0, 8).replace(/[^\w]/g, '_')}`
const cookieValue = (state: string) => hashSecret(state).toString('base64url')

type HelperPage = { title: string; script: 'handler' | 'iframe'; dataId: string; data: unknown; text: string }

/** No inline script: the content security policy applies here too. */
function renderHelperPage({ base }: SiteConfig, { title, script, dataId, data, text }: HelperPage) {
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="stylesheet" href="${base}auth-helper/helper.css"></head>
<body><p id="status" role="status">${text}</p>
<script id="${dataId}" type="application/json">${json}</script>
<script src="${base}auth-helper/${script}.js"></script></body>
</html>
`
}
