// Installs dependencies, builds if necessary, and serves the site.
import { buildIfStale, installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
process.env.NODE_ENV ??= 'production'
await installIfNeeded()
const build = await buildIfStale()
await import(`${build}/server/main.js`)
