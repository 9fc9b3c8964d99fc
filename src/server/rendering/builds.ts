import type { Http } from '#server/platform/http.ts'

export type Build = { id: string; timestamp: number }

/** Open pages poll the latest build id, and load the route rules of their own build. */
export function mountBuilds(app: Http, base: string, build: Build, rules: unknown) {
  app.get(`${base}builds/latest.json`, async (_request, reply) => reply.header('cache-control', 'no-store').send(build))
  app.get(`${base}builds/meta/${build.id}.json`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').send({ ...build, rules }),
  )
}
