import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const made: string[] = []
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

/** Lints a file that would stand at `path`, and returns what the linter says about it. */
async function lint(path: string, source: string) {
  await mkdir(dirname(path), { recursive: true })
  made.push(path)
  await writeFile(path, source)
  const { stdout } = await run('node_modules/.bin/oxlint', ['-f', 'unix', path]).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

describe('an import that crosses a border is refused', () => {
  test.each([
    ['src/contract/zz-rule.ts', '#server/platform/db.ts'],
    ['src/contract/zz-rule.ts', 'kysely'],
    ['src/server/platform/zz-rule.ts', '#server/articles/create.ts'],
    ['src/server/platform/zz-rule.ts', '#site/page.ts'],
    ['src/server/articles/zz-rule.ts', '#server/people/queries.ts'],
    ['src/server/articles/zz-rule.ts', '#site/page.ts'],
    ['src/server/articles/zz-rule.ts', '../people/create.ts'],
    ['src/site/ui/zz-rule.ts', '#contract/constants.ts'],
    ['src/site/ui/zz-rule.ts', '#site/page.ts'],
    ['src/site/reading/zz-rule.ts', '#server/platform/db.ts'],
    ['src/site/reading/zz-rule.ts', '#site/people/profile-page.tsx'],
    ['src/site/reading/zz-rule.ts', 'node:fs'],
  ])('%s may not import %s', async (path, target) => {
    expect(await lint(path, `import * as x from '${target}'\nexport const y = x\n`)).toContain('no-restricted-imports')
  })
})

describe('a habit that rots is refused', () => {
  test.each([
    ['an empty catch', 'export function f() { try { JSON.parse("") } catch {} }', 'no-empty'],
    ['the environment read in passing', 'export const x = process.env.HOME', 'no-process-env'],
    ['any', 'export const x: any = 1', 'no-explicit-any'],
    ['a non-null assertion', 'export const f = (x?: string) => x!.length', 'no-non-null-assertion'],
    ['a cast', 'export const f = (x: unknown) => x as string', 'consistent-type-assertions'],
    ['a file of more than 500 lines', 'export {}\n'.repeat(501), 'max-lines'],
  ])('%s', async (_what, source, rule) => {
    expect(await lint('src/server/articles/zz-rule.ts', source)).toContain(rule)
  })
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
if (!build)
  console.log('skipped: what the browser gets is not looked at, because there is no build; npm test makes one')

test.skipIf(!build)('the browser gets no schema library', async () => {
  const assets = join(build, 'client', 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  for (const name of scripts) expect(await readFile(join(assets, name), 'utf8'), name).not.toMatch(/ZodError|_zod/)
})
