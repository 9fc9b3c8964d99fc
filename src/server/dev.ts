import type { Server } from 'node:http'
import type { ViteDevServer } from 'vite'
import type { App } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './platform/db.ts'
import { createLogTail } from './platform/log-tail.ts'
import { createLog } from './platform/log.ts'
import { prepare } from './startup.ts'

/**
 * The development server: reloads server and site code when a file changes. The database keeps running. Vite's own
 * connection to the browser shares the HTTP server, so one port is enough.
 */
export async function develop(vite: ViteDevServer, http: Server) {
  const config = readConfig(process.env)
  const tail = createLogTail()
  const log = createLog({ level: config.log.level, file: config.log.file, tail })
  const say = (line: string) => console.log(`  ${line}`)
  const prepared = await prepare(config, log, say)
  const database = openDatabase(prepared.url, { log })
  let current: Promise<App> | null = null

  async function load(): Promise<App> {
    const { createApp } = (await vite.ssrLoadModule('/src/server/app.ts')) as typeof import('./app.ts')
    const { createSite } = (await vite.ssrLoadModule(
      '/src/site/create-site.tsx',
    )) as typeof import('#site/create-site.tsx')
    const build = { id: 'development', timestamp: Date.now() }
    const app = await createApp({ config, database, log, tail, createSite, build, manifest: null, filesFolder: null })
    await app.http.ready()
    return app
  }

  vite.watcher.on('all', (_event, file) => {
    if (!file.includes('/src/')) return
    const old = current
    current = null
    void old?.then((app) => app.close())
  })

  http.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      current ??= load()
      current.then(
        (app) => app.http.routing(request, response),
        (error: Error) => {
          current = null
          vite.ssrFixStacktrace(error)
          log.error({ err: error })
          response.writeHead(500, { 'content-type': 'text/plain' }).end(error.stack)
        },
      )
    })
  })
  http.listen(config.listen.port, config.listen.host)
  process.once('SIGINT', () => {
    http.close()
    void Promise.all([vite.close(), database.close()])
      .then(prepared.close)
      .then(() => process.exit(0))
  })
  say(`Development server: ${config.site.origin}${config.site.base}`)
  say(`Components:         ${config.site.origin}${config.site.base}dev/ui`)
  if (prepared.setupLink) say(`Admin setup link:   ${prepared.setupLink}`)
}
