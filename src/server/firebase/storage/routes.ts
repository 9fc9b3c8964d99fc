import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { allowAnyOrigin, preflight, callerFromToken } from '#server/platform/cors.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { readAddress } from './address.ts'
import { type Call, change, read, remove } from './object-calls.ts'
import { upload } from './upload-calls.ts'
import { answerStorageError } from './errors.ts'

/** What a client reads of an answer besides its body. */
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
  { method: ['GET', 'HEAD'], run: read },
  { method: ['POST'], run: upload },
  { method: ['PATCH'], run: change },
  { method: ['DELETE'], run: remove },
]

/**
 * The storage service in the shapes of the hosted one, so that its clients work here unchanged. It hangs from the root of
 * the origin, and below the base address too.
 */
export async function mountStorage(http: Http, api: Api, { base }: SiteConfig) {
  await http.register(async (app: Http) => {
    app.removeAllContentTypeParsers()
    // Bodies are read by the calls themselves, as they arrive.
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.setErrorHandler(answerStorageError)
    allowAnyOrigin(app, EXPOSED)
    for (const prefix of new Set(['/', base])) {
      for (const url of [`${prefix}v0/b/:bucket/o`, `${prefix}v0/b/:bucket/o/*`]) {
        app.options(url, preflight)
        for (const { method, run } of calls) {
          const handler = (request: FastifyRequest, reply: FastifyReply) => run(callOf(request, reply, prefix))
          // Bytes go as they are: ranges of something compressed would be of no use.
          app.route({ method, url, handler, compress: false, exposeHeadRoute: false })
        }
      }
    }
  })

  function callOf(request: FastifyRequest, reply: FastifyReply, prefix: string): Call {
    const address = readAddress(request.url, prefix)
    const ctx = api.ctxOf(callerFromToken(request))
    if (address.bucket !== ctx.storage.bucket) throw new Refusal('bucket-not-found')
    return { ctx, request, reply, address, prefix }
  }
}
