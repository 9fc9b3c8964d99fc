import { Refusal } from '#contract/errors.ts'
import type { Http } from '#server/platform/http.ts'
import { drawArt, parseArt } from './art/draw.ts'

/** The demo's pictures, rendered on request. The CSP makes an SVG harmless when it is opened directly. */
export function mountArt(app: Http, base: string) {
  app.get<{ Params: { file: string } }>(`${base}art/:file`, async (request, reply) => {
    const [, name = ''] = /^(.*)\.svg$/.exec(request.params.file) ?? []
    const art = parseArt(name)
    if (!art) throw new Refusal('not-found')
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(drawArt(art))
  })
}
