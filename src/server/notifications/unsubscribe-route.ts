import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { nextAddress } from '#server/identity/next-address.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { unsubscribe } from './unsubscribe.ts'

const BODY_BYTES = 16 * 1024
const Params = z.object({ token: z.string() })

/**
 * Where mail programs post to by themselves (RFC 8058), and the form of the page: no cookie is read, and any origin may post,
 * because whoever has the secret has the mail. What the body says does not matter, except whether a page or a program asks.
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
    // A program must not be led elsewhere; a person is shown that it is done.
    const back = request.body === 'from=page' ? nextAddress(site, `/unsubscribe/${token}`) : null
    return back ? reply.redirect(back, 303) : reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
  }
}
