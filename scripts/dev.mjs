// The development server, with reloading of server and site code.
import { createServer } from 'node:http'
import { installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
process.env.NODE_ENV ??= 'development'
await installIfNeeded()
const { createServer: createViteServer } = await import('vite')
const http = createServer()
const vite = await createViteServer({
  base: process.env.BASE_URL ?? '/',
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
})
const { develop } = await vite.ssrLoadModule('/src/server/dev.ts')
await develop(vite, http)
