import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type DemoApp, aDemoApp } from '#test/demo-app.ts'
import { aPerson, aSession, signedIn } from '#test/people.ts'
import { oddCase, specRoutes } from '#test/spec-routes.ts'
import { patiently } from '#test/patiently.ts'
import type { Viewer } from '#contract/viewer.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'

let database: DemoApp['database']
let app: DemoApp['app']
let admin: DemoApp['admin']
beforeAll(async () => {
  ;({ database, app, admin } = await aDemoApp())
})

const asPage = { headers: { accept: 'text/html' } }
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replace(' · Bramble', '')
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '')
const layoutOf = (html: string) => /data-layout="(\w+)"/.exec(html)?.[1]

test('no header, footer or menu links to a page that is coming soon', async () => {
  const { rows, COMING_SOON } = await import('#site/routes.ts')
  const unbuilt = rows.filter(({ page }) => page === COMING_SOON).map(({ path }) => path)
  expect(unbuilt.length).toBeGreaterThan(0)
  const { cookie } = admin
  for (const [path, headers] of [
    ['/', {}],
    ['/articles', { cookie }],
    ['/admin/articles', { cookie }],
  ] as const) {
    const html = await (await app.get(path, { headers: { ...asPage.headers, ...headers } })).text()
    const menus = html.match(/<(header|footer|nav)\b.*?<\/\1>/gs)?.join('') ?? ''
    const linked = [...menus.matchAll(/href="([^"?#]*)/g)].map(([, href]) => href)
    expect(linked.length, path).toBeGreaterThan(3)
    expect(
      linked.filter((href) => unbuilt.includes(href ?? '')),
      path,
    ).toEqual([])
  }
})

describe('every route of the specification', () => {
  test('is in the list exactly once', async () => {
    const { rows } = await import('#site/routes.ts')
    const own = new Set(['/developers', '/dev/ui'])
    // Those below a webhook or of one email need it, and are visited in journeys.
    const needsOne = /^\/admin\/(webhooks|mail)\/:id/
    const paths = rows.map(({ path }) => path).filter((path) => !own.has(path) && !needsOne.test(path))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toHaveLength(specRoutes(admin.person).length)
  })

  test.each(specRoutes({ id: 'VIEWER', handle: 'viewer' }).map(({ path }) => path))(
    '%s responds as listed, also with other case and a trailing slash',
    async (listed) => {
      const wanted = specRoutes(admin.person).find(({ path }) => path.replace(admin.person.id, 'VIEWER') === listed)
      if (!wanted) throw new Error('not listed')
      for (const path of [wanted.path, oddCase(wanted.path)]) {
        const visited = await app.get(path, asPage)
        const html = await visited.text()
        const outcome = {
          status: visited.status,
          to: visited.headers.get('location'),
          title: titleOf(html),
          layout: layoutOf(html),
        }
        const expected = {
          'page': { status: 200, to: null, title: wanted.title, layout: wanted.layout },
          'sign-in': {
            status: 302,
            to: `/auth/newauth?next=${encodeURIComponent(path)}`,
            title: undefined,
            layout: undefined,
          },
          'admin-auth': { status: 302, to: '/admin/auth', title: undefined, layout: undefined },
          'not-theirs': { status: 404, to: null, title: 'Page Not Found', layout: wanted.layout },
          'not-found': { status: 404, to: null, title: 'Page Not Found', layout: 'default' },
        }[wanted.visitor]
        expect(outcome, `${path} for a visitor`).toEqual(expected)
        if (visited.status !== 302) expect(headingOf(html), `the heading of ${path}`).toMatch(/\S{3}/)

        const asAdmin = await app.get(path, {
          headers: { ...asPage.headers, cookie: admin.cookie },
          redirect: 'follow',
        })
        const adminHtml = await asAdmin.text()
        expect([asAdmin.status, titleOf(adminHtml), layoutOf(adminHtml)], `${path} for an admin`).toEqual([
          200,
          wanted.title,
          wanted.layout,
        ])
      }
    },
  )
})

describe('the page cache and identities', () => {
  const secret = 'Private Name'
  let person: Viewer
  let credentials: Record<string, Record<string, string>>
  beforeAll(async () => {
    person = await aPerson(database.db, 'admin', { name: secret })
    const { cookie, bearer } = await aSession(database.db, person, app.ctx)
    credentials = {
      'session cookie': { cookie: `theme=dark; ${cookie}` },
      'bearer token': { authorization: bearer },
      'both': { cookie, authorization: bearer.replace('Bearer', 'bEARER') },
      'cookie of no session': { cookie: `${cookie}x` },
      'bad bearer token': { authorization: 'Bearer not.a.token' },
      'basic': { authorization: 'Basic YTpi' },
    }
  })

  test.each(specRoutes({ id: 'VIEWER', handle: 'viewer' }).flatMap(({ path }) => [path, `${path}/_payload.json`]))(
    '%s for a request with a credential may not be stored, and nothing of it reaches a visitor',
    async (listed) => {
      const address = `${listed.replace('VIEWER', person.id).replace('//', '/')}?next=%2Fabout`
      const ask = async (form: string) => {
        const response = await app.get(address, { headers: { ...asPage.headers, ...credentials[form] } })
        await response.body?.cancel()
        expect(response.headers.get('cache-control'), `${form} on ${address}`).toContain('no-store')
        expect(response.headers.get('etag'), `${form} on ${address}`).toBeNull()
      }
      await Promise.all(Object.keys(credentials).map(ask))
      const anonymous = await app.get(address, asPage)
      expect(anonymous.status).toBeLessThan(500)
      expect(anonymous.headers.get('set-cookie')).toBeNull()
      const body = await anonymous.text()
      for (const foreign of [secret, person.uid]) expect(body).not.toContain(foreign)
      // The page is cached now.
      await ask('bearer token')
    },
  )

  test('a response varies on everything it depends on', async () => {
    for (const headers of [{}, { cookie: admin.cookie }]) {
      const vary = (await app.get('/about', { headers })).headers.get('vary')
      expect(vary).toContain('authorization')
      expect(vary).toContain('cookie')
    }
  })
})

test('pages are counted by person when signed in, and by address without a valid credential', async () => {
  const strict = await anApp(database, { RELAX_LIMITS: '0' })
  const spent = (key: string) => ({ key: `read:${key}`, count: 1200, endsAt: new Date(Date.now() + 30_000) })
  const [busy, other] = [await aPerson(database.db), await aPerson(database.db)]
  await database.db
    .insertInto('rateLimit')
    .values([spent('127.0.0.1'), spent(busy.id)])
    .execute()
  const visit = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await strict.get('/latest', { headers: { accept: 'text/html', ...headers } })
    return [status, answered.has('retry-after')]
  }
  expect(await visit({})).toEqual([429, true])
  expect(await visit({ authorization: 'Bearer made-up' })).toEqual([429, true])
  expect(await visit({ cookie: await signedIn(database.db, busy) })).toEqual([429, true])
  expect(await visit({ cookie: await signedIn(database.db, other) })).toEqual([200, false])
})

describe('access', () => {
  test('an editor can use the admin area, except for people, rewards and analytics', async () => {
    const cookie = await signedIn(database.db, await aPerson(database.db, 'editor'))
    const status = async (path: string) => (await app.get(path, { headers: { cookie } })).status
    for (const path of ['/admin', '/admin/articles', '/admin/responses']) expect(await status(path)).toBe(200)
    for (const path of ['/admin/users', '/admin/rewards', '/admin/analytics', '/admin/analytics/site'])
      expect(await status(path)).toBe(404)
  })

  test.each(['reader', 'author'] as const)('a %s cannot use the admin area', async (role) => {
    const cookie = await signedIn(database.db, await aPerson(database.db, role))
    for (const path of ['/admin', '/admin/articles', '/admin/users']) {
      const response = await app.get(path, { headers: { cookie } })
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(layoutOf(html)).toBe('default')
      expect(html).toContain('"statusText":"Page Not Found"')
    }
  })

  test('an expired preview link says so and is not cached', async () => {
    const response = await app.get('/preview/latch?key=of-no-link', asPage)
    expect([response.status, response.headers.get('cache-control')]).toEqual([410, 'private, no-store'])
    expect(await response.text()).toContain('This link has expired')
  })

  test('the editor without an article redirects, and with an unknown article is not found', async () => {
    const headers = { ...asPage.headers, cookie: admin.cookie }
    const answer = async (path: string) => {
      const { status, headers: said } = await app.get(path, { headers })
      return [status, said.get('location')]
    }
    expect(await answer('/articles/edit')).toEqual([302, '/articles/new'])
    expect(await answer('/Admin/articles/edit/')).toEqual([302, '/admin/articles'])
    for (const id of ['', 'x', 'aaaaaaaaaaaaaaaaaaaa'])
      expect(await answer(`/articles/edit?id=${id}`)).toEqual([404, null])
  })

  test.each(['/auth/newauth', '/auth/newsignup', '/auth/passreset', '/auth/emailconfirm', '/admin/auth'])(
    '%s says without scripts what to do, and hides what needs them',
    async (path) => {
      const html = await (await app.get(path, asPage)).text()
      const message = /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '')
      expect(message).toContain('Accounts need JavaScript. Turn it on in your browser’s settings')
      const [, hidden = ''] = html.split('noscript:[&amp;_form]:hidden')
      for (const control of ['<form', '<button']) expect(html.split(control).length).toBe(hidden.split(control).length)
    },
  )

  test('another person’s notifications and onboarding do not exist', async () => {
    const other = await aPerson(database.db)
    for (const path of [
      `/user/notifications/${other.id}`,
      `/user/new/temp-${other.id}`,
      `/user/new/${admin.person.id}`,
    ]) {
      expect((await app.get(path, { headers: { cookie: admin.cookie } })).status).toBe(404)
    }
  })
})

describe('an unknown URL', () => {
  test('is a 404 in the default layout, with the message and the full path as data', async () => {
    const response = await app.get('/No/Such/Page?with=query', asPage)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(titleOf(html)).toBe('Page Not Found')
    expect(html).toContain('Page not found: /No/Such/Page?with=query')
    expect(html).toContain('"data":{"path":"/No/Such/Page?with=query",')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test.each([
    '/story/no-such-story',
    '/category/nowhere',
    '/user/nobody-at-all',
    '/user/followers/nobody-at-all',
    '/latest?tag=nothing',
  ])('%s is a 404 with the same message', async (path) => {
    const response = await app.get(path, asPage)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain(`Page not found: ${path}`)
  })

  test('shows the path as text', async () => {
    const html = await (await app.get('/%3Cscript%3Ealert(1)%3C/script%3E?"onload=x', asPage)).text()
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<script/g)).toHaveLength(3)
  })
})

describe('payloads', () => {
  test('are the data of a page in one file', async () => {
    const response = await app.get('/Story/latch/_payload.json')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({
      loaderData: {
        'root': { site: { name: 'Bramble' }, viewer: null },
        'page:/story/:article': { story: { slug: 'latch', html: expect.stringContaining('<p>') } },
      },
      errors: null,
    })
    expect((await app.get('/_payload.json')).status).toBe(200)
  })

  test('contain refusals and redirects', async () => {
    const missing = await app.get('/story/nothing/_payload.json')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({
      errors: { 'page:/story/:article': { status: 404, statusText: 'Page not found: /story/nothing' } },
    })
    // Query parameters that the page does not read must not reach the next visitor.
    await app.get('/articles/_payload.json?next=%2Fevil')
    expect(await (await app.get('/articles/_payload.json')).json()).toEqual({
      redirect: { to: '/auth/newauth?next=%2Farticles', external: false },
    })
    expect(await (await app.get('/admin/users/_payload.json')).json()).toMatchObject({
      errors: { frame: { statusText: 'Page Not Found' } },
    })
  })

  test('route rules redirect, to other sites by a full page load', async () => {
    expect((await app.get('/Login/')).headers.get('location')).toBe('/auth/newauth')
    expect((await app.get('/openapi')).headers.get('location')).toBe('/api/openapi.json')
    expect(await (await app.get('/openapi/_payload.json')).json()).toEqual({
      redirect: { to: '/api/openapi.json', external: true },
    })
    const { rules } = (await (await app.get('/builds/meta/test-build.json')).json()) as {
      rules: Record<string, unknown>
    }
    expect(rules['/login']).toEqual({ redirect: '/auth/newauth' })
    expect(await (await app.get('/builds/latest.json?123')).json()).toEqual({ id: 'test-build', timestamp: 1 })
  })
})

describe('the page cache', () => {
  test('an unchanged page is a 304', async () => {
    const first = await app.get('/about', asPage)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await app.get('/about', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('with accept-encoding %s a page is sent as %s, rendered and cached', async (accepted, encoding) => {
    for (const round of [1, 2]) {
      const response = await app.get(`/privacypolicy?round=${round}`, { headers: { 'accept-encoding': accepted } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(await response.text()).toContain('Privacy policy')
    }
  })

  test('a page is sent as gzip first, and as br when it has not changed for some seconds', async () => {
    const encoding = async () => {
      const response = await app.get('/termsandconditions', { headers: { 'accept-encoding': 'gzip, br' } })
      expect(await response.text()).toContain('Terms')
      return response.headers.get('content-encoding')
    }
    await notifyInvalidated(database.db, ['settings'])
    await expect.poll(encoding, patiently).toBe('gzip')
    await expect.poll(encoding, patiently).toBe('br')
  })

  test('is not used for signed-in people', async () => {
    const response = await app.get('/about', { headers: { cookie: admin.cookie } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.text()).toContain('The Admin')
    expect(await (await app.get('/about')).text()).not.toContain('The Admin')
  })

  test('query parameters that a page does not read do not create another entry', async () => {
    const etags = await Promise.all(
      ['/latest', '/latest?utm_source=letter', '/latest?utm_source=letter&x=1'].map(async (path) =>
        (await app.get(path)).headers.get('etag'),
      ),
    )
    expect(new Set(etags).size).toBe(1)
    expect((await app.get('/latest?category=nature')).headers.get('etag')).not.toBe(etags[0])
  })

  test('a removed story disappears from its page and from lists', async () => {
    const author = await aPerson(database.db, 'author')
    const { id, slug, title } = await anArticle(database.db, author.id, { title: 'Soon to be withdrawn' })
    await notifyInvalidated(database.db, ['stories'])
    await expect.poll(async () => (await app.get('/latest')).text(), patiently).toContain(title)
    expect((await app.get(`/story/${slug}`)).status).toBe(200)
    await database.db.transaction().execute(async (db) => {
      await db.updateTable('article').set({ state: 'removed' }).where('id', '=', id).execute()
      await notifyInvalidated(db, [`article:${id}`, 'stories'])
    })
    await expect.poll(async () => (await app.get(`/story/${slug}`)).status, patiently).toBe(410)
    expect(await (await app.get('/latest')).text()).not.toContain(title)
  })
})

describe('a page', () => {
  test('has no script but files of the site', async () => {
    for (const path of ['/auth/newauth', '/search', '/nowhere']) {
      const html = await (await app.get(path)).text()
      // Structured data is not executed.
      const scripts = html.match(/<script[^>]*>/g)?.filter((tag) => tag !== '<script type="application/ld+json">')
      expect(scripts).toEqual([
        `<script type="module" src="/assets/first-script.js" async="" blocking="render" fetchpriority="high" data-analytics="/assets/start-analytics.js" data-base="/" data-view="${path === '/nowhere' ? 'none' : 'document'}">`,
        '<script type="module" src="/assets/browser.js" fetchpriority="low">',
        '<script id="bramble-data" type="application/json">',
      ])
      expect(html).not.toMatch(/ on\w+="/)
    }
  })

  test('to read loads only its first script, which starts the rest: at the first input, and when idle for a member', async () => {
    const cookie = await signedIn(database.db, await aPerson(database.db, 'reader'))
    for (const path of ['/', '/story/latch', '/latest', '/about']) {
      const starts = [
        ['input', await app.get(path)],
        ['idle', await app.get(path, { headers: { cookie } })],
      ] as const
      for (const [start, answer] of starts) {
        const html = await answer.text()
        const [first, ...others] = html.match(/<script[^>]*>|<link rel="modulepreload"[^>]*>/g) ?? []
        expect(first, path).toContain(`data-start="${start}" data-code="/assets/browser.js`)
        expect(others.filter((tag) => !tag.includes('json"'))).toEqual([])
      }
    }
  })

  test('does not repeat the story’s text in its data', async () => {
    const html = await (await app.get('/story/latch')).text()
    expect(html.split('I carried letters for thirty-one years and').length - 1).toBe(2)
    expect(html).toContain('"html":{"$html":"story-html"}')
  })

  test('marks the language and direction of a story', async () => {
    const html = await (await app.get('/story/zawiyat-munib')).text()
    expect(html).toContain('lang="ar" dir="rtl"')
  })
})

test('in hash mode the server sends an empty page and redirects every path to it', async () => {
  const hash = await anApp(database, { ROUTER_MODE: 'hash' })
  const page = await hash.get('/', asPage)
  expect(await page.text()).toContain('"mode":"hash"')
  expect((await hash.get('/story/latch?x=1')).headers.get('location')).toBe('/#/story/latch?x=1')
  expect((await hash.get('/story/latch/_payload.json')).status).toBe(200)
})

test('with a base path everything is below it', async () => {
  const based = await anApp(database, { BASE_URL: '/blog' })
  expect((await based.get('/blog')).headers.get('location')).toBe('/blog/')
  const html = await (await based.get('/blog/story/latch')).text()
  expect(html).toContain('href="/blog/category/ideas"')
  expect(html).toContain('data-code="/blog/assets/browser.js"')
  expect(html).toContain('src="/blog/art/')
  expect((await based.get('/blog/articles')).headers.get('location')).toBe('/blog/auth/newauth?next=%2Farticles')
  expect((await based.get('/blog/story/latch/_payload.json')).status).toBe(200)
  expect((await based.get('/blog/api/site')).status).toBe(200)
  expect((await based.get('/blog/builds/latest.json')).status).toBe(200)
  expect((await based.get('/story/latch')).status).toBe(404)
})

test('an admin of an empty site sees empty states', async () => {
  const html = await (await app.get(`/user/${admin.person.handle}`, { headers: { cookie: admin.cookie } })).text()
  expect(html).toContain('Write your first story')
  expect(await (await app.get(`/user/${admin.person.handle}`)).text()).toContain('hasn’t published anything yet')
})
