// The development server, with reloading of server and site code.
import { installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
process.env.NODE_ENV ??= 'development'
await installIfNeeded()
const { createServer } = await import('vite')
const vite = await createServer({
  base: process.env.BASE_URL ?? '/',
  appType: 'custom',
  server: { middlewareMode: true, hmr: { port: Number(process.env.PORT ?? 3000) + 1 } },
})
const { develop } = await vite.ssrLoadModule('/src/server/dev.ts')
await develop(vite)
