// The operator CLI. Also works on a fresh clone.
import { buildIfStale, installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
await installIfNeeded()
const build = await buildIfStale()
await import(`${build}/server/bramble.js`)
