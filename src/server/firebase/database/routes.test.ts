import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type FirebaseDataServer, aFirebaseDataServer, aMember } from '#test/firebase-data.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { anyKey, anyPrimitive } from '#test/arbitrary-trees.ts'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { Tree } from '#contract/firebase/database.ts'
import type { Database } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'

let database: Database
let server: FirebaseDataServer
let ada: Awaited<ReturnType<typeof aMember>>
let story: { id: string; slug: string; title: string }
let ids: string[]
beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  server = await aFirebaseDataServer(database)
  ada = await aMember(database)
  const shelf = { slug: 'ideas', name: 'Ideas', description: 'To think about', picture: null, position: 1 }
  const { id: categoryId } = await createCategory(aCtx(db), shelf)
  const publishedAt = new Date('2026-01-02T03:04:05.678Z')
  const first = await anArticle(db, ada.id, { categoryId, tags: ['Night Walks', 'Owls'], publishedAt })
  story = first
  const others = await Promise.all([1, 2, 3, 4].map(() => anArticle(db, ada.id)))
  for (const [nth, { id }] of [...others, first].entries()) {
    const likeCount = id === first.id ? 3 : nth + 1
    await db.updateTable('article').set({ likeCount }).where('id', '=', id).execute()
  }
  ids = [first, ...others].map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))
  await db
    .insertInto('tag')
    .values({ id: 'T'.padEnd(20, '0'), slug: 'node.js', name: 'Node.js', storyCount: 2 })
    .execute()
})

async function read(path: string, headers: Record<string, string> = {}): Promise<[number, Tree | null]> {
  const response = await server.get(path, { headers })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return [response.status, (await response.json()) as Tree | null]
}
const keysOf = async (path: string) => Object.keys((await read(path))[1] ?? {})
const denied = [401, { error: 'Permission denied' }]

async function inState(state: ArticleState) {
  const article = await anArticle(database.db, ada.id, { title: `A story that is ${state}`, tags: [`secret ${state}`] })
  await database.db
    .updateTable('article')
    .set({ state, scheduledFor: new Date(), trashedAt: new Date() })
    .where('id', '=', article.id)
    .execute()
  return article
}

describe('a visitor', () => {
  test('gets a story without its text and without null fields', async () => {
    expect(await read(`/articles/${story.id}.json?ns=bramble&format=export&ac=x`)).toEqual([
      200,
      {
        title: story.title,
        subtitle: '',
        excerpt: 'A story of few words.',
        slug: story.slug,
        language: 'en',
        access: 'public',
        author: { id: ada.id, handle: ada.handle, name: ada.name },
        category: 'ideas',
        tags: { 'night-walks': true, 'owls': true },
        publishedAt: '2026-01-02T03:04:05.678Z',
        updatedAt: '2026-01-02T03:04:05.678Z',
        readingMinutes: 1,
        likeCount: 3,
        responseCount: 0,
      },
    ])
    const [, plain] = await read(`/articles/${ids.find((id) => id !== story.id)}.json`)
    expect(plain).not.toHaveProperty('category')
    expect(plain).not.toHaveProperty('tags')
  })

  test('gets single fields, also nested ones', async () => {
    expect(await read(`/articles/${story.id}/title.json`)).toEqual([200, story.title])
    expect(await read(`/articles/${story.id}/author/name.json`)).toEqual([200, ada.name])
    expect(await read(`/articles/${story.id}/tags/owls.json`)).toEqual([200, true])
    for (const path of ['title/x', 'nothing', 'author/constructor', 'body', 'html', 'plain'])
      expect(await read(`/articles/${story.id}/${path}.json`)).toEqual([200, null])
    expect(await read(`/articles/${'x'.repeat(20)}.json`)).toEqual([200, null])
    expect(await read(`/articles/${'x'.repeat(20)}/title.json`)).toEqual([200, null])
  })

  test('gets categories and tags', async () => {
    expect(await read('/categories.json')).toEqual([
      200,
      { ideas: { slug: 'ideas', name: 'Ideas', description: 'To think about', position: 1, storyCount: 1 } },
    ])
    expect(await read('/categories/ideas/name.json')).toEqual([200, 'Ideas'])
    expect(await read('/tags/owls.json')).toEqual([200, { slug: 'owls', name: 'Owls', storyCount: 1 }])
    expect(await read('/tags/nothing.json')).toEqual([200, null])
  })

  test('gets a name that is not a valid key in encoded form', async () => {
    const [, tags] = await read('/tags.json')
    expect(tags).toHaveProperty(['node%2Ejs', 'slug'], 'node.js')
    expect(await read('/tags/node%252Ejs/slug.json')).toEqual([200, 'node.js'])
    expect((await read('/tags/node%2Ejs.json'))[0]).toBe(400)
    expect((await read('/tags/node.js.json'))[0]).toBe(400)
    expect(await read('/tags/%2500.json')).toEqual([200, null])
  })

  test('gets the whole tree without people', async () => {
    const [status, tree] = await read('/.json')
    expect(status).toBe(200)
    expect(Object.keys(tree ?? {}).toSorted()).toEqual(['articles', 'categories', 'tags'])
    expect(tree).toMatchObject({ articles: { [story.id]: { title: story.title } } })
    expect(JSON.stringify(tree)).not.toContain(ada.uid)
  })

  test.each(['draft', 'in-review', 'scheduled', 'removed', 'trashed'] as const)(
    'does not get a story that is %s',
    async (state) => {
      const { id } = await inState(state)
      expect(await read(`/articles/${id}.json`)).toEqual([200, null])
      expect(await read(`/articles/${id}/title.json`)).toEqual([200, null])
      expect(JSON.stringify(await read('/.json'))).not.toContain(`A story that is ${state}`)
      expect(await read(`/articles.json?orderBy="$key"&equalTo="${id}"`)).toEqual([200, {}])
      expect(await keysOf(`/articles.json?orderBy="title"&equalTo="A story that is ${state}"`)).toEqual([])
    },
  )

  test('does not get the record of a disabled person, whose stories stay', async () => {
    const { db } = database
    const disabled = await aMember(database)
    const { id } = await anArticle(db, disabled.id)
    await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', disabled.id).execute()
    expect(await keysOf('/articles.json')).toContain(id)
    expect(await read(`/users/${disabled.uid}.json?auth=${disabled.token}`)).toEqual([200, null])
  })

  test('does not get a tag without published stories', async () => {
    const { db } = database
    const draft = { publishedAt: undefined, tags: ['Only On A Draft'] }
    await anArticle(db, ada.id, draft)
    expect(await read('/tags/only-on-a-draft.json')).toEqual([200, null])
    expect(await keysOf('/tags.json')).not.toContain('only-on-a-draft')
  })
})

describe('a signed-in person', () => {
  test('gets their own record, with the token in the query or in a header', async () => {
    const time = expect.stringMatching(/Z$/)
    const { id, uid, handle, name, token } = ada
    const record = { id, uid, handle, name, about: '', role: 'author', createdAt: time, updatedAt: time }
    expect(await read(`/users/${uid}.json?auth=${token}`)).toEqual([200, record])
    expect(await read(`/users/${uid}.json`, { authorization: `Bearer ${token}` })).toEqual([200, record])
    expect(await read(`/users/${uid}/handle.json?auth=${token}`)).toEqual([200, handle])
    const [, tree] = await read(`/.json?auth=${token}`)
    expect(tree).toMatchObject({ users: { [uid]: record }, categories: {}, articles: {}, tags: {} })
    expect(tree).toHaveProperty(['users', uid])
  })

  test('cannot read other people', async () => {
    const bea = await aMember(database)
    const { token } = ada
    for (const path of [`/users/${bea.uid}.json`, `/users/${bea.uid}/name.json`, '/users.json', '/users/nobody.json']) {
      expect(await read(path)).toEqual(denied)
      expect(await read(`${path}?auth=${token}`)).toEqual(denied)
    }
    expect(await read(`/users.json?auth=${token}&orderBy="uid"&equalTo="${ada.uid}"`)).toEqual(denied)
    expect(await read(`/users/${ada.uid}.json`)).toEqual(denied)
  })

  test('whose uid is not a valid key is found under its encoded form', async () => {
    const odd = await aMember(database, 'a.b/c%2E')
    const path = `/users/${encodeURIComponent('a%2Eb%2Fc%252E')}`
    expect((await read(`${path}/uid.json?auth=${encodeURIComponent(odd.token)}`))[1]).toBe('a.b/c%2E')
  })

  test('with an invalid token is refused, also for public data', async () => {
    expect(await read('/tags.json?auth=rubbish')).toEqual(denied)
    expect(await read('/tags.json', { authorization: 'Bearer rubbish' })).toEqual(denied)
    expect((await read('/tags.json?auth='))[0]).toBe(200)
  })

  test('cannot write', async () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
      const response = await server.get(`/users/${ada.uid}/name.json?auth=${ada.token}`, { method })
      expect([response.status, await response.json()]).toEqual(denied)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('a query', () => {
  test('by key returns ids in database order, from both ends and from any position', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = ids
    const ours = async (filters: string) =>
      (await keysOf(`/articles.json?orderBy="$key"${filters}`)).filter((id) => ids.includes(id))
    expect(await ours('')).toEqual(ids)
    expect(await keysOf('/articles.json?orderBy="$key"&limitToFirst=1')).toHaveLength(1)
    expect(await ours(`&startAt="${b}"&endAt="${d}"`)).toEqual([b, c, d])
    expect(await ours(`&startAfter="${b}"&endBefore="${e}"`)).toEqual([c, d])
    expect(await ours(`&startAt="${a}"&endAt="${a}"&limitToFirst=3`)).toEqual([a])
    expect(await keysOf(`/articles.json?orderBy="$key"&endAt="${e}"&limitToLast=1`)).toEqual([e])
    expect(await ours(`&equalTo="${c}"`)).toEqual([c])
    expect(await ours('&startAt="7"')).toEqual(ids)
    expect(await ours('&endAt="7"')).toEqual([])
    expect(await ours('&startAt="é"')).toEqual([])
  })

  test('by a child at any depth compares values, then keys', async () => {
    expect(await keysOf('/articles.json?orderBy="likeCount"&equalTo=3&limitToLast=2')).toHaveLength(2)
    expect(await keysOf('/articles.json?orderBy="likeCount"&startAt=4')).toHaveLength(1)
    expect(await keysOf('/articles.json?orderBy="tags/owls"&equalTo=true')).toEqual([story.id])
    expect(await keysOf(`/articles.json?orderBy="likeCount"&startAt=3,"${story.id}"&endAt=3,"${story.id}"`)).toEqual([
      story.id,
    ])
    expect(await keysOf('/articles.json?orderBy="author/name"&startAt="zzz"')).toEqual([])
    expect(await keysOf('/.json?orderBy="$key"&equalTo="tags"')).toEqual(['tags'])
  })

  test('by value or by priority is supported', async () => {
    expect(await keysOf(`/articles/${story.id}/author.json?orderBy="$value"&equalTo="${ada.name}"`)).toEqual(['name'])
    expect(await keysOf(`/articles/${story.id}/author.json?orderBy="$priority"&limitToLast=1`)).toEqual(['name'])
    expect(await read(`/articles/${story.id}/title.json?orderBy="$value"`)).toEqual([200, null])
  })

  test.each([
    'limitToFirst=1',
    'startAt="a"',
    'equalTo=null',
    'orderBy=$key',
    'orderBy=7',
    'orderBy=""',
    'orderBy="a//b"',
    'orderBy="$nothing"',
    'orderBy="$key"&startAt=a',
    'orderBy="$key"&startAt=7',
    'orderBy="$key"&startAt="a","b"',
    'orderBy="$key"&startAt=""',
    'orderBy="$key"&startAt=',
    'orderBy="a"&startAt={}',
    'orderBy="a"&startAt=[1]',
    'orderBy="a"&startAt=1e999',
    'orderBy="a"&startAt=1,2',
    'orderBy="a"&startAt=1,"b","c"',
    'orderBy="a"&startAt=1],[2',
    'orderBy="a"&startAt=1,"b.c"',
    'orderBy="a"&startAt=1&startAfter=1',
    'orderBy="a"&endAt=1&endBefore=1',
    'orderBy="a"&equalTo=1&startAt=1',
    'orderBy="a"&equalTo=1&endAt=1',
    'orderBy="$key"&limitToFirst=0',
    'orderBy="$key"&limitToFirst=-1',
    'orderBy="$key"&limitToFirst=1.5',
    'orderBy="$key"&limitToFirst=1e3',
    'orderBy="$key"&limitToFirst=99999999999999999999',
    'orderBy="$key"&limitToFirst=',
    'orderBy="$key"&limitToFirst=1&limitToLast=1',
    'orderBy="$key"&orderBy="$key"',
  ])('that is invalid is refused: %s', async (query) => {
    const [status, body] = await read(`/tags.json?${query}`)
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/./) }])
  })

  test.each(['/tags/.json', '/tags//x.json', '/tags/a.b.json', '/tags/%23.json', '/tags/a%2Fb.json', '/tags/%5B.json'])(
    'for %s is refused',
    async (path) => {
      expect(await read(path)).toEqual([400, { error: expect.stringContaining('key') }])
    },
  )

  test('for a URL that cannot be decoded or is too long is refused', async () => {
    expect((await server.get('/tags/%zz.json')).status).toBe(400)
    expect((await read(`/tags/${'x'.repeat(769)}.json`))[0]).toBe(400)
    expect((await read(`/tags/a/${'x/'.repeat(4000)}y.json`))[0]).toBe(414)
    expect((await read('/tags/%00.json'))[0]).toBe(400)
  })
})

test('no path or query causes a server error', async () => {
  const text = fc.oneof(anyKey, fc.string({ unit: 'binary', maxLength: 10 }))
  const json = fc.oneof(
    anyPrimitive.map((value) => JSON.stringify(value)),
    fc.tuple(anyPrimitive, text).map(([value, key]) => `${JSON.stringify(value)},${JSON.stringify(key)}`),
    fc.constantFrom('"$key"', '"$value"', '"$priority"', '"likeCount"', '"author/name"'),
    text,
  )
  const parameter = fc.constantFrom(
    'orderBy',
    'startAt',
    'startAfter',
    'endAt',
    'endBefore',
    'equalTo',
    'limitToFirst',
    'limitToLast',
    'auth',
  )
  const segments = fc.tuple(
    fc.constantFrom('users', 'tags', 'categories', 'articles', `articles/${'a'.repeat(20)}`),
    fc.array(text, { maxLength: 3 }),
  )
  const queries = fc.array(fc.tuple(parameter, json), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(segments, queries, fc.boolean(), async ([root, path], query, ordered) => {
      const encoded = [root, ...path.map((part) => encodeURIComponent(part))].join('/')
      const search = new URLSearchParams([...(ordered ? [['orderBy', '"$key"']] : []), ...query])
      const response = await server.get(`/${encoded}.json?${search}`)
      expect(response.status).toBeLessThan(500)
      JSON.parse(await response.text())
    }),
    { numRuns: 300 },
  )
})

test('pages of other origins can call the API', async () => {
  const response = await server.get('/tags.json', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('more than ten thousand stories are not sent at once, but each can be read by key', async () => {
  const full = await aDatabase()
  const { id } = await aMember(full)
  const busy = await aFirebaseDataServer(full)
  await full.pool.query(
    `insert into article (id, author_id, slug, state, title, body, html, plain, published_at)
     select 'A' || lpad(n::text, 19, '0'), $1, 'story-' || n, 'published', 'Story ' || n, '{"type":"doc","content":[]}', '', '', now()
     from generate_series(1, 10001) n`,
    [id],
  )
  const ask = async (path: string): Promise<[number, Record<string, unknown>]> => {
    const response = await busy.get(path)
    return [response.status, (await response.json()) as Record<string, unknown>]
  }
  const tooLarge = [400, { error: 'Payload is too large' }]
  const nth = (n: number) => `A${String(n).padStart(19, '0')}`
  for (const query of ['', '?orderBy="title"&limitToFirst=1', '?orderBy="$key"', '?orderBy="$key"&limitToFirst=10001'])
    expect(await ask(`/articles.json${query}`)).toEqual(tooLarge)
  expect(await ask('/.json')).toEqual(tooLarge)
  expect(Object.keys((await ask('/articles.json?orderBy="$key"&limitToLast=2'))[1])).toEqual([nth(10000), nth(10001)])
  const [status, middle] = await ask(`/articles.json?orderBy="$key"&startAfter="${nth(5000)}"&limitToFirst=3`)
  expect([status, Object.keys(middle)]).toEqual([200, [nth(5001), nth(5002), nth(5003)]])
  expect(Object.keys((await ask('/articles.json?orderBy="$key"&limitToFirst=10000'))[1])).toHaveLength(10_000)
  expect(await ask(`/articles/${nth(77)}/title.json`)).toEqual([200, 'Story 77'])
})

test('a response over the size limit is refused, but parts of it can be read', async () => {
  const whole = await (await server.get(`/articles/${story.id}.json`)).text()
  const ask = async (treeBytes: number, path: string) => {
    const response = await (await aFirebaseDataServer(database, { treeBytes })).get(path)
    return [response.status, await response.json()]
  }
  const bytes = Buffer.byteLength(whole)
  expect(await ask(bytes, `/articles/${story.id}.json`)).toEqual([200, JSON.parse(whole)])
  expect(await ask(bytes - 1, `/articles/${story.id}.json`)).toEqual([400, { error: 'Payload is too large' }])
  expect(await ask(bytes - 1, `/articles/${story.id}/title.json`)).toEqual([200, story.title])
})

describe('pages next to the tree', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await anApp(database)
  })

  test('still respond, with their data', async () => {
    const html = { headers: { accept: 'text/html' } }
    for (const path of ['/articles', '/articles/new', '/articles/edit'])
      expect((await app.get(path, html)).headers.get('location')).toMatch(/^\/auth\/newauth/)
    for (const path of ['/articles/_payload.json', '/articles/new/_payload.json'])
      expect(await (await app.get(path)).json()).toMatchObject({ redirect: { external: false } })
    expect(await (await app.get('/_payload.json')).json()).toHaveProperty('loaderData')
    for (const path of ['/users', '/tags/owls', `/articles/${story.id}`, '/nothing.json'])
      expect((await app.get(path, html)).headers.get('content-type')).toContain('text/html')
    for (const path of ['/users/x/_payload.json', '/tags/_payload.json', `/articles/${story.id}/_payload.json`])
      expect(await (await app.get(path)).json()).toHaveProperty('errors')
    expect((await app.get('/articles/new', { method: 'POST' })).status).toBe(405)
  })

  test('do not change the responses of the tree', async () => {
    expect(await (await app.get(`/articles/${story.id}/title.json`)).json()).toBe(story.title)
    expect((await app.get('/.json')).headers.get('access-control-allow-origin')).toBe('*')
    expect((await app.get('/tags.json', { method: 'HEAD' })).status).toBe(200)
    expect((await app.get('/')).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('with a base path the tree is served at the root and below the base', async () => {
    const based = await anApp(database, { BASE_URL: '/blog' })
    for (const path of ['/tags/owls/slug.json', '/blog/tags/owls/slug.json'])
      expect(await (await based.get(path)).json()).toBe('owls')
    expect((await based.get('/blog/.json')).status).toBe(200)
    expect((await based.get('/nothing.json')).status).toBe(404)
    expect((await based.get('/blog/articles')).headers.get('location')).toContain('/blog/auth/newauth')
    for (const base of ['/', '/blog/'])
      expect((await based.get(`${base}v1/projects/x/databases/(default)/documents:runQuery`)).status).toBe(404)
  })
})
