import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { afterAll } from 'vitest'
import { ownServices } from '#contract/firebase/services.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { Feature } from '#contract/settings/features.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Api, ApiContext, type Boot, BootContext } from '#site/page.ts'
import { followLinks } from '#site/browser/follow-links.ts'
import { SessionContext, type SessionSource } from '#site/identity/session/session.ts'

type Answer = (input: {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, unknown>
}) => unknown
export type Answers = Partial<Record<EndpointKey, Answer>>

/** An API with configured answers that records its calls. An answer that throws is a refusal. */
export function fakeApi(answers: Answers) {
  const calls: { key: EndpointKey; input: unknown }[] = []
  const api = async (key: EndpointKey, input: Parameters<Answer>[0] = {}) => {
    calls.push({ key, input })
    const answer = answers[key]
    if (!answer) throw new Error(`Nobody expected ${key}`)
    return answer(input)
  }
  return { api: api as unknown as Api, calls, asked: (key: EndpointKey) => calls.filter((call) => call.key === key) }
}

export function fakeSession(more: Partial<SessionSource> = {}): SessionSource {
  return {
    currentUser: () => null,
    subscribe: () => () => {},
    refresh: async () => {},
    signOut: async () => {},
    token: async () => 'token',
    ...more,
  }
}

type Options = {
  api: Api
  path?: string
  data?: unknown
  viewer?: Viewer | null
  session?: SessionSource
  switchedOff?: Feature[]
}

// In hash mode a full page load changes the hash, which is all that a test can observe.
const boot: Boot = {
  base: '/',
  mode: 'hash',
  build: '',
  iconHosts: [],
  bucket: 'pictures',
  services: ownServices,
  development: false,
}

let shown: ReturnType<typeof createMemoryRouter> | null = null
afterAll(followLinks('', (path, options) => void shown?.navigate(path, options)))

/** Renders a page as the router does, with its data already loaded. */
export async function renderPage(Page: ComponentType, options: Options) {
  const { api, path = '/', data = null, viewer = null, session = fakeSession(), switchedOff = [] } = options
  const shell = { site: { name: 'Bramble', tagline: 'Stories', categories: [], switchedOff }, viewer }
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: () => shell,
        children: [
          { index: true, loader: () => data, Component: Page },
          { path: '*', loader: () => data, Component: Page },
        ],
      },
    ],
    { initialEntries: [path], hydrationData: { loaderData: { 'root': shell, '0-0': data, '0-1': data } } },
  )
  shown = router
  await act(async () => {
    render(
      <BootContext value={boot}>
        <ApiContext value={api}>
          <SessionContext value={session}>
            <RouterProvider router={router} />
          </SessionContext>
        </ApiContext>
      </BootContext>,
    )
  })
  return router
}

export const aViewer: Viewer = {
  id: 'person1',
  uid: 'uid1',
  handle: 'ada',
  name: 'Ada',
  role: 'reader',
  avatar: null,
  welcomed: true,
}

export const someSignInMethods = {
  password: true,
  emailLink: true,
  passkey: true,
  service: null,
  signUp: { mode: 'open' as const, domains: [] },
  providers: [],
  setUp: true,
  policy: { minLength: 8, maxLength: 100, lowercase: false, uppercase: false, numeric: true, symbol: false },
}
