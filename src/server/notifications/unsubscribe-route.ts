import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toNextUrl } from '#server/identity/next-address.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { unsubscribe } from './unsubscribe.ts'

const BODY_BYTES = 16 * 1024
const Params = z.object({ token: z.string() })

/**
 * One-click unsubscribe (RFC 8058) and the form on the unsubscribe page. The token alone authorizes the request: no
 * cookie is read and any origin may post. The body only tells the form from a mail client.
 */
export async function mountUnsubscribe(app: Http, api: Api, site: SiteConfig) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, text, done) =>
      done(null, text),
    )
    scope.post(`${site.base}unsubscribe/:token`, answer)
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { token } = Params.parse(request.params)
    const ctx = api.ctxOf(callerOf(request, reply, site))
    await ctx.limits.take('read', ctx.session.address)
    await unsubscribe(ctx, token)
    reply.header('cache-control', 'no-store')
    // RFC 8058 forbids redirects for mail clients; the form redirects back to the page.
    const back = request.body === 'from=page' ? toNextUrl(site, `/unsubscribe/${token}`) : null
    return back ? reply.redirect(back, 303) : reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
  }
}
