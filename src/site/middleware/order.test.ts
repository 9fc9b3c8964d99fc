import { beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#contract/viewer.ts'
import { matchRoutes } from 'react-router'
import { createMatcher } from '#site/match-route.ts'
import { checkGuards, runGuards } from '#site/guards/run-guards.ts'
import { redirectFor, routeRules } from '#site/route-rules.ts'
import { rows } from '#site/routes.ts'
import { runMiddleware } from './order.ts'
import type { Visit } from './visit.ts'

const person = (role: Viewer['role']): Viewer => ({
  id: 'x',
  uid: 'x',
  handle: 'x',
  name: 'X',
  role,
  avatar: null,
  welcomed: true,
})
const done: string[] = []
beforeEach(() => void done.splice(0))

function aVisit(path: string, extra: Partial<Visit> = {}): Visit {
  return {
    path,
    row: rows.find((row) => row.path === path) ?? null,
    from: '/',
    hash: '',
    viewer: null,
    findViewer: async () => {
      done.push('viewer')
      return null
    },
    findRedirect: async (pathname) => {
      done.push('rules')
      return redirectFor(routeRules, pathname)
    },
    afterwards: () => void done.push('scroll'),
    ...extra,
  }
}

test('the steps run in the order of the specification, followed by the guards of the page', async () => {
  expect(await runMiddleware(aVisit('/articles'))).toEqual({ to: '/auth/newauth?next=%2Farticles', external: false })
  expect(done).toEqual(['scroll', 'viewer', 'rules'])
})

test('a redirect by a route rule comes before any guard', async () => {
  const visit = aVisit('/write', {
    row: { path: '/write', page: 'x', layout: 'default', title: '', guards: ['admin-auth'] },
  })
  expect(await runMiddleware(visit)).toEqual({ to: '/articles/new', external: false })
})

test('a redirect outside the site requires a full page load', async () => {
  for (const to of ['https://example.com/', '//example.com', '/api/openapi.json', 'mailto:x@example.com']) {
    expect(await runMiddleware(aVisit('/x', { findRedirect: async () => to }))).toEqual({ to, external: true })
  }
})

test('a change of the query, a hash, or the first page load does not scroll', async () => {
  await runMiddleware(aVisit('/latest?before=x', { from: '/latest' }))
  await runMiddleware(aVisit('/latest', { hash: '#here' }))
  await runMiddleware(aVisit('/latest', { from: null }))
  expect(done).not.toContain('scroll')
})

test('elements with their own scroll position scroll to the top', async () => {
  document.body.innerHTML = '<div class="overflow-y-scroll"></div><div class="other"></div>'
  const [box, other] = [...document.body.children]
  if (box) box.scrollTop = 50
  if (other) other.scrollTop = 50
  await runMiddleware(aVisit('/latest', { afterwards: (task) => task() }))
  expect([box?.scrollTop, other?.scrollTop]).toEqual([0, 50])
})

test.each([
  ['signed-in', [{ to: '/auth/newauth?next=%2Fx' }, undefined, undefined, undefined, undefined]],
  ['admin-sign-in', [{ to: '/admin/auth' }, undefined, undefined, undefined, undefined]],
  ['admin-auth', ['deny', 'deny', 'deny', undefined, undefined]],
  ['admin-only', ['deny', 'deny', 'deny', 'deny', undefined]],
  ['previewer', [undefined, undefined, undefined, undefined, undefined]],
])('the guard %s decides for visitor, reader, author, editor and admin', async (name, verdicts) => {
  const people = [null, person('reader'), person('author'), person('editor'), person('admin')]
  expect(await Promise.all(people.map((viewer) => runGuards([name], { viewer, path: '/x' })))).toEqual(verdicts)
})

test('an unknown guard is an error, at startup and when a page uses it', async () => {
  await expect(runGuards(['no-such-guard'], { viewer: null, path: '/x' })).rejects.toThrow(
    'Unknown guard “no-such-guard”',
  )
  expect(() => checkGuards([{ path: '/x', guards: ['no-such-guard'] }])).toThrow('/x uses the guard “no-such-guard”')
  expect(() => checkGuards(rows)).not.toThrow()
})

test('guards run in order and the first refusal counts', async () => {
  const verdict = await runGuards(['admin-sign-in', 'admin-auth'], { viewer: null, path: '/admin' })
  expect(verdict).toEqual({ to: '/admin/auth' })
})

test('the matcher agrees with the router on every kind of path', () => {
  const match = createMatcher(rows)
  const routes = rows.map(({ path }) => ({ path, id: path }))
  const paths = [
    rows.map(({ path }) => path.replace(/:\w+/g, 'x-%D8%B2')),
    [
      '/USER/Bookmarks/',
      '/user/bookmarks/x',
      '/user/new/temp-1',
      '/admin/analytics/site',
      '/admin/analytics/7',
      '/nowhere',
      '/user',
      '/story/a/b',
      '/a.b',
      '',
    ],
  ]
  for (const path of paths.flat())
    expect(match(path)?.path ?? null, path).toBe(matchRoutes(routes, path || '/x/y/z')?.at(-1)?.route.id ?? null)
})
