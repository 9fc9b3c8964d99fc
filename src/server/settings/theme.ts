import { isReadableAccent, paletteOf } from '#contract/settings/palette.ts'
import { Refusal } from '#contract/errors.ts'
import type { Http } from '#server/platform/http.ts'

/** The style sheet of an accent colour. The address holds the colour, so it can be cached forever. */
export function mountTheme(app: Http, base: string) {
  app.get<{ Params: { file: string } }>(`${base}theme/:file`, async (request, reply) => {
    const [, digits = ''] = /^([0-9a-f]{6})\.css$/.exec(request.params.file) ?? []
    const accent = `#${digits}`
    if (!digits || !isReadableAccent(accent)) throw new Refusal('not-found')
    return reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(themeCss(accent))
  })
}

function themeCss(accent: string) {
  const tokens = Object.entries(paletteOf(accent)).map(([shade, color]) => `--color-primary-${shade}:${color}`)
  return `:root{${tokens.join(';')}}\n`
}
