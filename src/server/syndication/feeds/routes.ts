import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { SendCached } from '#server/syndication/cached-route.ts'
import type { Http } from '#server/platform/http.ts'
import { FeedMoved, type FeedSubject, buildFeed } from './feed.ts'
import { type FeedFile, feedFormats } from './feed-formats.ts'

const LONGEST_REF = 120
const folders = { category: 'category', tag: 'tag', user: 'person' } as const

/** Three files each for the site, a category, a tag and a creator. */
export function mountFeeds(app: Http, base: string, sendCached: SendCached) {
  const answer = async (file: FeedFile, of: FeedSubject, request: FastifyRequest, reply: FastifyReply) => {
    const { type, write } = feedFormats[file]
    if (of.kind !== 'site' && of.ref.length > LONGEST_REF) throw new Refusal('not-found')
    const key = `feed ${file} ${of.kind} ${of.kind === 'site' ? '' : of.ref}`
    return sendCached(request, reply, { key, make: async (ctx) => ({ type, body: write(await buildFeed(ctx, of)) }) })
  }
  for (const file of ['feed.xml', 'atom.xml', 'feed.json'] as const) {
    app.get(`${base}${file}`, (request, reply) => answer(file, { kind: 'site' }, request, reply))
    for (const [folder, kind] of Object.entries(folders)) {
      app.get<{ Params: { ref: string } }>(`${base}${folder}/:ref/${file}`, (request, reply) =>
        answer(file, { kind, ref: request.params.ref }, request, reply).catch((error: unknown) => {
          if (!(error instanceof FeedMoved)) throw error
          return reply.redirect(`${base}${folder}/${encodeURIComponent(error.slug)}/${file}`, 301)
        }),
      )
    }
  }
}
