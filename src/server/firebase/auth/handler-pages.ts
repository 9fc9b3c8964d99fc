import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { hashOf } from '#server/identity/secrets.ts'
import { isAuthorized } from '#server/identity/continue-url.ts'
import { type Flow, beginVisit, visitOf } from '#server/identity/providers.ts'
import { callerOf, rateLimitAddress } from '#server/platform/api-routes.ts'
import { readCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { helperPage } from './helper-page.ts'

const FLOW_SECONDS = 600
const HTML = 'text/html; charset=utf-8'

const Asked = z.object({
  providerId: z.string().max(128).catch(''),
  authType: z
    .string()
    .regex(/^(signIn|link|reauth)Via(Popup|Redirect)$/)
    .catch('signInViaPopup'),
  eventId: z.string().max(128).catch(''),
  redirectUrl: z.string().max(4000).catch(''),
})

/** The page that a popup or a redirect goes through to another service and back, and the hidden frame that hears of it. */
export function mountAuthPages(app: Http, api: Api, site: SiteConfig, headers: Record<string, string>) {
  for (const root of new Set(['/', site.base])) {
    for (const prefix of ['__', 'emulator']) {
      app.get(`${root}${prefix}/auth/handler`, handle)
      app.get(`${root}${prefix}/auth/iframe`, frame)
    }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const ctx = ctxOf(request, reply)
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const state = query.get('state')
    return state ? comeBack(ctx, request, reply, state, query) : goThere(ctx, request, reply, query)
  }

  /** To the provider. What cannot be is told to the window that asked, as if the provider had said it. */
  async function goThere(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, query: URLSearchParams) {
    const asked = Asked.parse(Object.fromEntries(query))
    await ctx.limits.take('sign-in', rateLimitAddress(request.ip))
    if (!mayUse(ctx, asked.redirectUrl)) {
      return deliver(reply.status(403), { ...asked, redirectUrl: '' }, failure('unauthorized-domain'))
    }
    try {
      const { state, address } = await beginVisit(ctx, asked)
      const secure = site.origin.startsWith('https:') ? '; Secure' : ''
      const cookie = `${cookieName(state)}=${cookieValue(state)}; Path=/; Max-Age=${FLOW_SECONDS}; HttpOnly; SameSite=Lax${secure}`
      return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(address.href)
    } catch (error) {
      if (error instanceof Refusal) return deliver(reply, asked, failure(error.code))
      ctx.log.error({ err: error, provider: asked.providerId }, 'a provider could not be reached')
      return deliver(reply, asked, failure('network-request-failed'))
    }
  }

  /** Back again. Only the browser that set out may come back: nobody can be signed in with somebody else's visit. */
  async function comeBack(
    ctx: Ctx,
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
    query: URLSearchParams,
  ) {
    const flow = await visitOf(ctx, state)
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

  function deliver(reply: FastifyReply, { authType, eventId, redirectUrl }: Going, outcome: Outcome) {
    const authEvent = { type: authType, eventId, postBody: null, tenantId: null, ...outcome }
    const page = helperPage(site, {
      title: 'Signing in',
      script: 'handler',
      dataId: 'bramble-auth-event',
      // It was checked before it came here.
      data: { authEvent, redirectUrl, origins: redirectUrl ? [new URL(redirectUrl).origin] : [] },
      text: 'One moment …',
    })
    return reply.headers(apart).type(HTML).send(page)
  }

  async function frame(request: FastifyRequest, reply: FastifyReply) {
    const ctx = ctxOf(request, reply)
    const parent = URL.canParse(request.headers.referer ?? '') ? new URL(request.headers.referer ?? '') : null
    const guest = parent && parent.origin !== site.origin && isAuthorized(ctx, parent)
    const origin = guest ? parent.origin : site.origin
    const page = helperPage(site, {
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
    return reply.headers(apart).type(HTML).send(page)
  }

  function ctxOf(request: FastifyRequest, reply: FastifyReply) {
    return api.ctxOf(callerOf(request, reply, site))
  }
}

type Going = Pick<Flow, 'authType' | 'eventId' | 'redirectUrl'>
type Outcome = {
  urlResponse: string | null
  sessionId: string | null
  error: { code: string; message: string } | null
}

/** A popup that another page opened must keep its tie to it, or it could not bring anything back. */
const apart = {
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

function failure(code: string): Outcome {
  return { urlResponse: null, sessionId: null, error: { code: `auth/${code}`, message: code } }
}

function mayUse(ctx: Ctx, redirectUrl: string) {
  if (!URL.canParse(redirectUrl)) return false
  const page = new URL(redirectUrl)
  return /^https?:$/.test(page.protocol) && isAuthorized(ctx, page)
}

const cookieName = (state: string) => `bramble_visit_${state.slice(0, 8).replace(/[^\w]/g, '_')}`
const cookieValue = (state: string) => hashOf(state).toString('base64url')
