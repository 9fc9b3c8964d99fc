// Installs dependencies, builds, and runs the static checks and all tests. `check` skips the tests.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { findJava } from './lib/java.mjs'
import { buildIfStale, installIfNeeded, requireNode, root, run } from './lib/ready.mjs'

const SLOWEST_FILES = 10
// The first three run together, so that no core is idle at the end of a project. Workers wait for the database, and
// journeys for their browser, a part of the time, so one more worker than cores finishes sooner.
const workers = availableParallelism() + 1
const runs = [['server', 'site', 'house'], ['journeys']]

const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const count = { passed: 0, failed: 0, skipped: 0 }
const phases = []
const files = []
const flaky = []

requireNode()
process.chdir(root)
await phase('install', installIfNeeded)
const testsFollow = process.argv[2] !== 'check'
const chromium = testsFollow ? await phase('install browser', findChromium) : null
const java = testsFollow ? await phase('install Java', findJava) : null

const checks = [
  ['lint and import rules', bin('oxlint'), ['--type-aware', '--threads=1']],
  ['types: everything', bin('tsc'), ['-p', 'tsconfig.json', '--singleThreaded']],
  ['types: server', bin('tsc'), ['-p', 'tsconfig.server.json', '--singleThreaded']],
  ['types: site', bin('tsc'), ['-p', 'tsconfig.site.json', '--singleThreaded']],
  ['format', bin('oxfmt'), ['--check', '--threads=1']],
]
const jobs = checks.map((given) => () => check(...given))
// Each check uses one thread. Without tests two run in parallel. With tests one runs at a time beside the first projects,
// which leave about a tenth of the processor time idle.
const checked = phase('static checks', () => Promise.all(testsFollow ? [runJobs()] : [runJobs(), runJobs()]))
if (testsFollow) {
  const build = await phase('build', () => buildIfStale({ fast: true }))
  const env = { CHROMIUM: chromium, BRAMBLE_BUILD: build, ...(java && { JAVA: java }) }
  for (const projects of runs) await phase(projects.join(', '), () => runProjects(projects, env))
}
await checked

printSummary()
process.exit(count.failed > 0 ? 1 : 0)

async function phase(name, work) {
  const start = Date.now()
  const result = await work()
  phases.push({ name, ms: Date.now() - start })
  return result
}

async function runJobs() {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job()
}

async function check(what, command, args) {
  const start = Date.now()
  try {
    await run(command, args, { quiet: true })
    count.passed += 1
    console.log(`  ok    ${what} (${seconds(Date.now() - start)})`)
  } catch (error) {
    count.failed += 1
    console.log(`  FAIL  ${what}\n${error.message}`)
  }
}

/** Runs vitest projects and adds up their JSON report. */
async function runProjects(projects, env) {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=minimal', '--reporter=./scripts/lib/test-report.mjs']
  const chosen = projects.map((name) => `--project=${name}`)
  const failure = await run(bin('vitest'), ['run', ...chosen, `--maxWorkers=${workers}`, ...reporters], {
    env: { ...env, TEST_REPORT: file },
  }).then(
    () => null,
    (error) => error,
  )
  try {
    const report = JSON.parse(await readFile(file, 'utf8'))
    count.passed += report.passed
    count.failed += failure ? Math.max(1, report.failed) : report.failed
    count.skipped += report.skipped.length
    for (const { name, reason } of report.skipped) console.log(`  skipped  ${name}: ${reason ?? 'NO REASON GIVEN'}`)
    flaky.push(...report.flaky)
    files.push(...report.files)
  } catch {
    count.failed += 1
    console.log(`  FAIL  ${projects.join(', ')}: tests did not run: ${failure?.message ?? 'no report'}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function printSummary() {
  for (const project of runs.flat()) printSlowest(project)
  console.log('\nPhases (static checks run beside the build and the first tests)')
  for (const { name, ms } of phases) console.log(`  ${name.padEnd(20)} ${seconds(ms).padStart(8)}`)
  if (flaky.length > 0) console.log('\nFlaky: failed once and passed on the retry. Fix these.')
  for (const name of flaky) console.log(`  ${name}`)
  const { passed, failed, skipped } = count
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}

function printSlowest(project) {
  const own = files.filter((file) => file.project === project).toSorted((a, b) => b.ms - a.ms)
  if (own.length === 0) return
  const total = own.reduce((sum, { ms }) => sum + ms, 0)
  console.log(`\nSlowest files of ${project} (${own.length} files, ${seconds(total)} of worker time)`)
  for (const { name, ms } of own.slice(0, SLOWEST_FILES)) console.log(`  ${seconds(ms).padStart(8)}  ${name}`)
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
