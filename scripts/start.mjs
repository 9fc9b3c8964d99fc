// One command: installs what is missing, builds what is stale, and serves the site.
import { buildIfStale, installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
process.env.NODE_ENV ??= 'production'
console.log('\n  Bramble')
await installIfNeeded()
await buildIfStale()
await import('../dist/server/main.js')
