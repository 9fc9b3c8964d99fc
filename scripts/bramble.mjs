// The operator's command, ready to run on a fresh clone, too.
import { buildIfStale, installIfNeeded, requireNode, root } from './lib/ready.mjs'

requireNode()
process.chdir(root)
await installIfNeeded()
const build = await buildIfStale()
await import(`${build}/server/bramble.js`)
