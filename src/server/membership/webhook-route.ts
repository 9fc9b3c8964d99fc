import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { saveBillingEvent } from './billing-events.ts'
import type { PaymentProvider } from './providers/provider.ts'

const BODY_BYTES = 512 * 1024

type Options = { api: Api; site: SiteConfig; payments: PaymentProvider }

/** Webhooks of the payment provider. The signature over the raw body alone authorizes them. */
export async function mountBillingWebhook(app: Http, { api, site, payments }: Options) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(`${site.base}api/billing/webhook`, answer)
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const ctx = api.ctxOf(callerOf(request, reply, site))
    await ctx.limits.take('read', ctx.session.address)
    reply.header('cache-control', 'no-store')
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const event = payments.parseWebhook(raw, request.headers)
    if (!event) return reply.code(400).send({ received: false })
    await saveBillingEvent(ctx, payments, event)
    return { received: true }
  }
}
