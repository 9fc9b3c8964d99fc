import fastifyStatic from '@fastify/static'
import { sep } from 'node:path'
import type { Http } from '#server/platform/http.ts'

/** The built files, compressed at build time. Asset names contain a content hash, so they are cached for a year. */
export async function mountStaticFiles(app: Http, base: string, folder: string) {
  await app.register(async (files) => {
    // Each file has its own route.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, routeGroup: `${base}:file` }
    })
    await files.register(fastifyStatic, {
      root: folder,
      prefix: base,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
      cacheControl: false,
      setHeaders(reply, path) {
        const forever = path.includes(`${sep}assets${sep}`)
        reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  })
}

export type Build = { id: string; timestamp: number }

/** Open pages poll the latest build id, and load the route rules of their own build. */
export function mountBuilds(app: Http, base: string, build: Build, rules: unknown) {
  app.get(`${base}builds/latest.json`, async (_request, reply) => reply.header('cache-control', 'no-store').send(build))
  app.get(`${base}builds/meta/${build.id}.json`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').send({ ...build, rules }),
  )
}
