import type { DataStrategyMatch, DataStrategyResult } from 'react-router'
import { expect, test } from 'vitest'
import { defaultSite } from '#contract/settings/default-site.ts'
import type { Viewer } from '#contract/viewer.ts'
import { rows } from '#site/routes.ts'
import type { Payload } from '#site/page-data.ts'
import { createDataStrategy } from './data-strategy.ts'

const shell = { site: { ...defaultSite, tagline: '' }, viewer: null }

/** Navigates from the home page and returns the result of each route. */
async function navigate(path: string, takePayload: () => Promise<Payload>, viewer: Viewer | null = null) {
  const strategy = createDataStrategy({
    rows,
    addressOf: (to) => to,
    pathOf: ({ pathname, search }) => pathname + search,
    here: () => ({ path: '/', shell: { ...shell, viewer } }),
    nextHash: () => '',
    takePayload,
    findRedirect: async () => null,
    outdated: () => false,
    codeMissing: async () => false,
  })
  const matches = ['root', 'frame', 'layout:default', `page:${path}`].map((id) => ({
    route: { id },
    resolve: async (load: () => Promise<unknown>): Promise<DataStrategyResult> => {
      try {
        return { type: 'data', result: await load() }
      } catch (error) {
        return { type: 'error', result: error }
      }
    },
  }))
  const request = new Request(`http://localhost${path}`)
  return strategy({ request, matches: matches as unknown as DataStrategyMatch[] } as Parameters<typeof strategy>[0])
}

const never = () => Promise.reject(new Error('not reached'))

test('a denied page is a 404 inside the header of the page before', async () => {
  const { root, frame } = await navigate('/admin/users', never)
  expect(root).toEqual({ type: 'data', result: shell })
  expect(frame).toMatchObject({ type: 'error', result: { status: 404, data: { title: 'Page Not Found' } } })
})

test.each([
  [new TypeError('Failed to fetch'), 'The site is unreachable'],
  [new DOMException('late', 'TimeoutError'), 'The server took too long to respond'],
])('a failed request says what happened and offers to try again: %s', async (failure, title) => {
  const { root, frame } = await navigate('/latest', () => Promise.reject(failure))
  expect(root).toEqual({ type: 'data', result: shell })
  expect(frame).toMatchObject({ type: 'error', result: { status: 0, data: { title, retry: true } } })
})

test('a stored page is shown to the person who is signed in', async () => {
  const payload = { loaderData: { root: shell }, errors: null, stored: true as const }
  const viewer: Viewer = {
    id: 'p1',
    uid: 'u1',
    handle: 'ada',
    name: 'Ada',
    role: 'reader',
    avatar: null,
    welcomed: true,
  }
  const { root } = await navigate('/latest', async () => payload, viewer)
  expect(root).toEqual({ type: 'data', result: { ...shell, viewer, stored: true, announcements: [] } })
})

test('any other failure is passed on', async () => {
  const mistake = new Error('a mistake')
  const { root } = await navigate('/latest', () => Promise.reject(mistake))
  expect(root).toEqual({ type: 'error', result: mistake })
})
