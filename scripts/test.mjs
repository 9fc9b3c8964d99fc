// One command: installs what is missing, then checks and tests everything. `check` stops before the tests.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { buildIfStale, installIfNeeded, requireNode, root, run } from './lib/ready.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const count = { passed: 0, failed: 0 }

requireNode()
process.chdir(root)
await installIfNeeded()

// Two at a time: each on one core is done sooner than all cores on one after the other.
const checks = [
  ['types: everything', bin('tsc'), ['-p', 'tsconfig.json', '--singleThreaded']],
  ['types: server', bin('tsc'), ['-p', 'tsconfig.server.json', '--singleThreaded']],
  ['types: site', bin('tsc'), ['-p', 'tsconfig.site.json', '--singleThreaded']],
  ['format', bin('oxfmt'), ['--check']],
  ['lint and import rules', bin('oxlint'), ['--type-aware']],
]
await Promise.all([1, 2].map(checkNext))

if (process.argv[2] !== 'check') {
  const chromium = await findChromium()
  const build = await buildIfStale()
  const env = { CHROMIUM: chromium, BRAMBLE_BUILD: build }
  await suite(['--project', 'server', '--project', 'site'], env)
  await suite(['--project', 'journeys'], env)
}

console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)

async function checkNext() {
  for (let next = checks.shift(); next; next = checks.shift()) await check(...next)
}

async function check(what, command, args) {
  const began = Date.now()
  try {
    await run(command, args, { quiet: true })
    count.passed += 1
    console.log(`  ok    ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    count.failed += 1
    console.log(`  FAIL  ${what}\n${error.message}`)
  }
}

/** Runs a part of the tests, and counts what they say of themselves rather than what they print. */
async function suite(args, env) {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await run(bin('vitest'), ['run', ...args, ...reporters], { env }).then(
    () => null,
    (error) => error,
  )
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
      await readFile(report, 'utf8'),
    )
    count.passed += numPassedTests
    count.failed += numFailedTests
    if (numPendingTests > 0) console.log(`  ${numPendingTests} skipped; each says why above`)
    // A file that cannot even be loaded has no tests that could fail.
    if (ended && numFailedTests === 0) count.failed += Math.max(1, numFailedTestSuites)
  } catch {
    count.failed += 1
    console.log(`  FAIL  the tests did not run: ${ended?.message ?? 'no report'}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
