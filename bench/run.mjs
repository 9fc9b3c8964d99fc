// Runs all benchmarks, or the given ones: `npm run bench -- cached-page`. Not part of the tests.
import { readdirSync } from 'node:fs'
import { buildIfStale, installIfNeeded, requireNode, root } from '../scripts/lib/ready.mjs'

requireNode()
process.chdir(root)
await installIfNeeded()
const build = await buildIfStale()

const all = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.replace('.bench.mjs', ''))
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : all) {
  const { title, measure } = await import(`./${name}.bench.mjs`)
  console.log(`\n${title}`)
  for (const [what, value] of Object.entries(await measure({ build }))) console.log(`  ${what.padEnd(44)} ${value}`)
}
