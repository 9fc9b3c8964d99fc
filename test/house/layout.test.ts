import { readdir } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { type Import, featureOf, readImports } from './imports.ts'

/** Folders of one root that are no feature: infrastructure, or a layer of that root alone. */
const notFeatures: Record<string, readonly string[]> = {
  contract: [
    'admin-list',
    'color',
    'constants',
    'endpoint',
    'endpoints',
    'errors',
    'id',
    'shapes',
    'viewer',
    'social-cards',
    'document',
    'firebase',
  ],
  server: ['platform', 'documents', 'rendering', 'operator', 'demo', 'firebase', 'syndication'],
  site: [
    'browser',
    'charts',
    'chrome',
    'dev',
    'errors',
    'guards',
    'layouts',
    'infinite-list',
    'middleware',
    'metadata',
    'rendering',
    'static-pages',
    'ui',
  ],
}

/** Features that need only these roots; all others are in all three under one name. */
const rootsOf: Record<string, readonly string[]> = {
  'account-deletion': ['server'],
  'links': ['contract', 'server'],
  'live': ['server', 'site'],
  'offline': ['site'],
  'stories': ['server', 'site'],
}

/** Imports between folders that go against their direction and close a cycle. The list may only shrink. */
const knownBackImports: readonly string[] = [
  'server/articles → server/bookmarks',
  'server/identity → server/media',
  'server/media → server/articles',
  'server/people → server/discovery',
  'server/people → server/notifications',
  'site/identity → site/people',
  'site/identity → site/storage',
  'site/people → site/discovery',
  'site/stories → site/bookmarks',
]

let imports: Import[] = []
beforeAll(async () => {
  imports = await readImports()
})

async function featuresIn(root: string) {
  const entries = await readdir(`src/${root}`, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() || root === 'contract')
    .map(({ name }) => name.replace(/\.ts$/, ''))
  return names.filter((name) => !notFeatures[root]?.includes(name))
}

test('a feature has the same name in contract, server and site', async () => {
  const roots = ['contract', 'server', 'site']
  const found = await Promise.all(roots.map(async (root) => [root, await featuresIn(root)] as const))
  const features = [...new Set(found.flatMap(([, names]) => names))].toSorted()
  const have = features.map((name) => [name, found.filter(([, names]) => names.includes(name)).map(([root]) => root)])
  expect(have).toEqual(features.map((name) => [name, rootsOf[name] ?? roots]))
})

/** The folders of the same root that each folder imports. */
function folderGraph() {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [featureOf(from), featureOf(to)]
    if (a && b && a !== b && a.split('/')[0] === b.split('/')[0]) graph.set(a, (graph.get(a) ?? new Set()).add(b))
  }
  return graph
}

/** The folders that import themselves through others, without the imports that are left out. */
function foldersInCycles(leftOut: readonly string[]) {
  const graph = folderGraph()
  const next = (from: string) => [...(graph.get(from) ?? [])].filter((to) => !leftOut.includes(`${from} → ${to}`))
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of next(from)) if (!seen.has(to)) reaches(to, seen.add(to))
    return seen
  }
  return [...graph.keys()].filter((folder) => reaches(folder).has(folder)).toSorted()
}

test('no folders import each other in a cycle, except through the known imports', () => {
  expect(foldersInCycles(knownBackImports)).toEqual([])
})

test('every known import still closes a cycle', () => {
  const unneeded = knownBackImports.filter(
    (known) => foldersInCycles(knownBackImports.filter((other) => other !== known)).length === 0,
  )
  expect(unneeded).toEqual([])
})

// Files directly below a root (such as app.ts) belong to no feature and may import everything.
const PRIVATE = /\/(?:[\w-]+-)?(?:queries|routes|present|jobs)\.ts$/

test('a feature uses another through its services and its policy', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own && own !== other && other !== 'server/platform' && to.startsWith('server/') && PRIVATE.test(to)
  })
  expect(wrong).toEqual([])
})

test('a query or routes file with a longer name counts as well', () => {
  expect(['server/people/follow-queries.ts', 'server/people/routes.ts'].every((path) => PRIVATE.test(path))).toBe(true)
  expect(PRIVATE.test('server/people/policy.ts')).toBe(false)
})
