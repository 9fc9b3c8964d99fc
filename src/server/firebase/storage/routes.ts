import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { allowAnyOrigin, preflight, callerFromToken } from '#server/firebase/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import { type Address, parseAddress } from './address.ts'
import { issueAppCheckToken, requireAppCheck } from './app-check.ts'
import { type Call, patchObject, getObject, remove } from './object-calls.ts'
import { upload } from './upload-calls.ts'
import { sendStorageError } from './errors.ts'

const EXPOSED = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'etag',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
]

const calls = [
  { method: ['GET', 'HEAD'], run: getObject },
  { method: ['POST'], run: upload },
  { method: ['PATCH'], run: patchObject },
  { method: ['DELETE'], run: remove },
]

/**
 * The Firebase Storage API, so that its clients work unchanged. Served from the root of the origin and below the base
 * path.
 */
export async function mountStorage(http: Http, api: Api, site: SiteConfig) {
  const { base } = site
  await http.register(async (app: Http) => {
    app.removeAllContentTypeParsers()
    // The handlers stream the bodies themselves.
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.setErrorHandler(sendStorageError)
    allowAnyOrigin(app, EXPOSED)
    for (const prefix of new Set(['/', base])) {
      app.options(`${prefix}v0/appCheck`, preflight)
      app.post(`${prefix}v0/appCheck`, async (request) => {
        const ctx = api.ctxOf(callerFromToken(request, site))
        await ctx.limits.take('read', rateLimitAddress(request.ip))
        return issueAppCheckToken(ctx, request)
      })
      for (const url of [`${prefix}v0/b/:bucket/o`, `${prefix}v0/b/:bucket/o/*`]) {
        app.options(url, preflight)
        for (const { method, run } of calls) {
          const handler = async (request: FastifyRequest, reply: FastifyReply) =>
            run(await callOf(request, reply, prefix))
          // No compression: byte ranges must refer to the stored bytes.
          app.route({ method, url, handler, compress: false, exposeHeadRoute: false })
        }
      }
    }
  })

  async function callOf(request: FastifyRequest, reply: FastifyReply, prefix: string): Promise<Call> {
    const address = parseAddress(request.url, prefix)
    const ctx = await api.freshCtxOf(callerFromToken(request, site))
    if (address.bucket !== ctx.storage.bucket) throw new Refusal('bucket-not-found')
    if (ctx.storage.appCheck && !isDownload(request, address)) requireAppCheck(ctx, request)
    return { ctx, request, reply, address, prefix }
  }
}

/** Pictures on pages are loaded by their download URLs, without headers. The token in the URL is the only credential. */
function isDownload({ method, headers }: FastifyRequest, { name, query }: Address) {
  const reads = (method === 'GET' || method === 'HEAD') && name !== null && headers.authorization === undefined
  return reads && query.get('alt') === 'media' && query.has('token')
}
