import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '#test/at-end.ts'

const run = promisify(execFile)

const imports: [path: string, target: string][] = [
  ['src/contract', '#server/platform/db.ts'],
  ['src/contract', 'kysely'],
  ['src/server/platform', '#server/articles/create.ts'],
  ['src/server/platform', '#site/page.ts'],
  ['src/server/articles', '#site/page.ts'],
  ['src/server/articles', '../people/create.ts'],
  ['src/site/ui', '#contract/constants.ts'],
  ['src/site/ui', '#site/page.ts'],
  ['src/site/reading', '#server/platform/db.ts'],
  ['src/site/reading', '#site/people/profile-page.tsx'],
  ['src/site/reading', 'node:fs'],
]
const allowedImports: [path: string, target: string][] = [
  ['src/contract', 'zod'],
  ['src/server/platform', '#contract/constants.ts'],
  ['src/server/articles', '#server/people/policy.ts'],
  ['src/server/articles', '#site/site-handler.ts'],
  ['src/server/firebase/auth', '#server/identity/find-accounts.ts'],
  ['src/site/ui', 'react'],
  ['src/site/reading', '#contract/constants.ts'],
]
const habits: [name: string, source: string, rule: string][] = [
  ['an empty catch', 'export function f() { try { JSON.parse("") } catch {} }', 'no-empty'],
  ['reading the environment outside the configuration', 'export const x = process.env.HOME', 'no-process-env'],
  ['any', 'export const x: any = 1', 'no-explicit-any'],
  ['a non-null assertion', 'export const f = (x?: string) => x!.length', 'no-non-null-assertion'],
  ['a cast', 'export const f = (x: unknown) => x as string', 'consistent-type-assertions'],
  ['a file of more than 500 lines', 'export {}\n'.repeat(501), 'max-lines'],
]

const importOf = (target: string) => `import * as x from '${target}'\nexport const y = x\n`
const samples = new Map<string, string>()
/** Adds a sample to the run, and returns its path in the temporary folder. */
function sample(folder: string, source: string) {
  const path = `${folder}/sample-${samples.size}.ts`
  samples.set(path, source)
  return path
}
const refusedImports = imports.map(([folder, target]) => ({ folder, target, path: sample(folder, importOf(target)) }))
const acceptedImports = allowedImports.map(([folder, target]) => ({
  folder,
  target,
  path: sample(folder, importOf(target)),
}))
const refusedHabits = habits.map(([name, source, rule]) => ({
  name,
  rule,
  path: sample('src/server/articles', source),
}))

/** The rules that each sample breaks, from one run over all of them. */
const broken = new Map<string, string[]>()
beforeAll(async () => {
  // Outside the working tree: other tests read the sources.
  const root = await mkdtemp(join(tmpdir(), 'bramble-rules-'))
  atEnd(() => rm(root, { recursive: true }))
  await cp('.oxlintrc.json', join(root, '.oxlintrc.json'))
  for (const [path, source] of samples) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), source)
  }
  const { stdout } = await run(resolve('node_modules/.bin/oxlint'), ['-f', 'json'], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  const { diagnostics, number_of_files: files } = JSON.parse(stdout) as Report
  if (files !== samples.size) throw new Error(`${files} of ${samples.size} samples were linted`)
  for (const { filename, code } of diagnostics) broken.set(filename, [...(broken.get(filename) ?? []), code])
})
type Report = { diagnostics: { filename: string; code: string }[]; number_of_files: number }

const brokenBy = (path: string) => (broken.get(path) ?? []).join(' ')

test.each(refusedImports)('$folder may not import $target', ({ path }) => {
  expect(brokenBy(path)).toContain('no-restricted-imports')
})

test.each(acceptedImports)('$folder may import $target', ({ path }) => {
  expect(brokenBy(path)).toBe('')
})

test.each(refusedHabits)('$name is refused', ({ path, rule }) => {
  expect(brokenBy(path)).toContain(`(${rule})`)
})

test('the lockfile names no registry, and every version is exact', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toContain('"resolved"')
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
})

const build = process.env['BRAMBLE_BUILD'] ?? ''
if (!build) console.log('skipped: the browser bundle is not checked, because there is no build; npm test makes one')

test.skipIf(!build)('the browser bundle contains no schema library', async () => {
  const assets = join(build, 'client', 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  for (const name of scripts) expect(await readFile(join(assets, name), 'utf8'), name).not.toMatch(/ZodError|_zod/)
})
