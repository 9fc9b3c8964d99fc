import { initializeApp } from 'firebase/app'
import {
  collection,
  connectFirestoreEmulator,
  getDocs,
  getFirestore,
  query,
  setLogLevel,
  where,
} from 'firebase/firestore/lite'
import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { type FirebaseDataServer, aFirebaseDataServer, aMember, testProject, tokenOf } from '#test/firebase-data.ts'
import { aDatabase } from '#test/database.ts'
import type { Database } from '#server/platform/db.ts'

let database: Database
let server: FirebaseDataServer
let ada: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  database = await aDatabase()
  server = await aFirebaseDataServer(database)
  ada = await aMember(database)
})

const address = (project = testProject, method = 'documents:runQuery', base = '/') =>
  `${base}v1/projects/${project}/databases/(default)/${method}`

const uidFilter = (uid: string) => ({
  fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: uid } },
})
const users = [{ collectionId: 'users' }]

function ask(structuredQuery: unknown, token: string | null = ada.token, to = server) {
  return to.get(address(), {
    method: 'POST',
    body: typeof structuredQuery === 'string' ? structuredQuery : JSON.stringify({ structuredQuery }),
    headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }) },
  })
}

async function refusalOf(response: Response) {
  const body = (await response.json()) as [{ error: { code: number; status: string; message: string } }]
  expect(body).toHaveLength(1)
  expect(body[0].error.code).toBe(response.status)
  expect(body[0].error.message).not.toBe('')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return [response.status, body[0].error.status]
}

describe('a person’s own record', () => {
  test('is one document with typed values', async () => {
    const response = await ask({
      from: users,
      where: uidFilter(ada.uid),
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      limit: 1,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await response.json()).toEqual([
      {
        document: {
          name: `projects/${testProject}/databases/(default)/documents/users/${ada.id}`,
          fields: {
            uid: { stringValue: ada.uid },
            handle: { stringValue: ada.handle },
            name: { stringValue: ada.name },
            about: { stringValue: '' },
            role: { stringValue: 'author' },
            avatar: { nullValue: null },
            createdAt: { timestampValue: time },
            updatedAt: { timestampValue: time },
          },
          createTime: time,
          updateTime: time,
        },
        readTime: time,
      },
    ])
  })

  test('is found with a single filter in an AND, and with a Firebase authorization header', async () => {
    const composite = { compositeFilter: { op: 'AND', filters: [uidFilter(ada.uid)] } }
    expect(await (await ask({ from: users, where: composite })).json()).toMatchObject([{ document: {} }])
    const response = await server.get(address(), {
      method: 'POST',
      body: JSON.stringify({ structuredQuery: { from: users, where: uidFilter(ada.uid) } }),
      headers: { 'content-type': 'application/json', 'authorization': `Firebase ${ada.token}` },
    })
    expect(await response.json()).toMatchObject([{ document: {} }])
  })

  test('contains only the selected fields, and its picture is below the base path', async () => {
    const based = await aFirebaseDataServer(database, { base: '/blog/' })
    const bea = await aMember(database)
    const avatar = { src: '/art/bea.svg', alt: 'Bea', width: 80, height: 80 }
    await database.db
      .updateTable('person')
      .set({ avatar: JSON.stringify(avatar) })
      .where('id', '=', bea.id)
      .execute()
    const structuredQuery = {
      select: { fields: [{ fieldPath: 'avatar' }, { fieldPath: 'nothing' }] },
      from: users,
      where: uidFilter(bea.uid),
    }
    const response = await based.get(address(testProject, 'documents:runQuery', '/blog/'), {
      method: 'POST',
      body: JSON.stringify({ structuredQuery }),
      headers: { 'content-type': 'text/plain', 'authorization': `Bearer ${bea.token}` },
    })
    const [found] = (await response.json()) as { document: { fields: unknown } }[]
    expect(found?.document.fields).toEqual({
      avatar: {
        mapValue: {
          fields: {
            src: { stringValue: '/blog/art/bea.svg' },
            alt: { stringValue: 'Bea' },
            width: { integerValue: '80' },
            height: { integerValue: '80' },
          },
        },
      },
    })
  })

  test('is empty for unknown and disabled people', async () => {
    const gone = await aMember(database)
    await database.db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
    for (const uid of ['nobody', gone.uid]) {
      const response = await ask({ from: users, where: uidFilter(uid) }, tokenOf(uid))
      expect(await response.json()).toEqual([{ readTime: expect.any(String) }])
    }
  })
})

describe('refused requests', () => {
  test.each<[string, () => unknown, [number, string]]>([
    ['another person’s record', () => ({ from: users, where: uidFilter('another') }), [403, 'PERMISSION_DENIED']],
    ['all records', () => ({ from: users }), [403, 'PERMISSION_DENIED']],
    [
      'records by another field',
      () => ({
        from: users,
        where: { fieldFilter: { field: { fieldPath: 'handle' }, op: 'EQUAL', value: { stringValue: ada.uid } } },
      }),
      [403, 'PERMISSION_DENIED'],
    ],
    [
      'the own record or another one',
      () => ({
        from: users,
        where: { compositeFilter: { op: 'OR', filters: [uidFilter(ada.uid), uidFilter('another')] } },
      }),
      [403, 'PERMISSION_DENIED'],
    ],
    [
      'users at any level',
      () => ({ from: [{ collectionId: 'users', allDescendants: true }], where: uidFilter(ada.uid) }),
      [403, 'PERMISSION_DENIED'],
    ],
    ['another collection', () => ({ from: [{ collectionId: 'articles' }] }), [403, 'PERMISSION_DENIED']],
    [
      'sorting by a field',
      () => ({ from: users, where: uidFilter(ada.uid), orderBy: [{ field: { fieldPath: 'name' } }] }),
      [400, 'INVALID_ARGUMENT'],
    ],
    ['a limit of zero', () => ({ from: users, where: uidFilter(ada.uid), limit: 0 }), [400, 'INVALID_ARGUMENT']],
    ['no collection', () => ({ where: uidFilter(ada.uid) }), [400, 'INVALID_ARGUMENT']],
    ['two collections', () => ({ from: [...users, ...users] }), [400, 'INVALID_ARGUMENT']],
    ['an unknown field', () => ({ from: users, offset: 2 }), [400, 'INVALID_ARGUMENT']],
    ['a body without a query', () => '{}', [400, 'INVALID_ARGUMENT']],
    ['a body that is not JSON', () => '{"structuredQuery', [400, 'INVALID_ARGUMENT']],
    ['an empty body', () => '', [400, 'INVALID_ARGUMENT']],
    ['a list', () => '[]', [400, 'INVALID_ARGUMENT']],
    ['a poisoned prototype', () => '{"__proto__": {}}', [400, 'INVALID_ARGUMENT']],
    ['a body that is too large', () => `"${'x'.repeat(300 * 1024)}"`, [400, 'INVALID_ARGUMENT']],
    [
      'deeply nested filters',
      () => {
        const depth = 4000
        const open = '{"compositeFilter":{"op":"AND","filters":['
        return `{"structuredQuery":{"from":[{"collectionId":"users"}],"where":${open.repeat(depth)}{}${']}}'.repeat(depth)}}}`
      },
      [403, 'PERMISSION_DENIED'],
    ],
  ])('%s', async (_what, structuredQuery, refusal) => {
    expect(await refusalOf(await ask(structuredQuery()))).toEqual(refusal)
  })

  test('without a token, with an invalid one, and in an unknown format', async () => {
    const own = { from: users, where: uidFilter(ada.uid) }
    expect(await refusalOf(await ask(own, null))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refusalOf(await ask(own, 'rubbish'))).toEqual([401, 'UNAUTHENTICATED'])
    const form = { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await refusalOf(await server.get(address(), form))).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('to another project or database, and everything but the query', async () => {
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }
    expect(await refusalOf(await server.get(address('another'), post))).toEqual([404, 'NOT_FOUND'])
    const other = `/v1/projects/${testProject}/databases/other/documents:runQuery`
    expect(await refusalOf(await server.get(other, post))).toEqual([404, 'NOT_FOUND'])
    for (const method of ['documents:commit', 'documents:batchGet', 'documents/users/x:runQuery', 'documents', '']) {
      expect(await refusalOf(await server.get(address(testProject, method), post))).toEqual([403, 'PERMISSION_DENIED'])
    }
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
      expect(await refusalOf(await server.get(address(), { method }))).toEqual([403, 'PERMISSION_DENIED'])
    }
  })

  test('beyond the rate limit, with the time to wait', async () => {
    const strict = await aFirebaseDataServer(database, { relaxed: false })
    const spent = { key: 'read:127.0.0.1', endsAt: new Date(Date.now() + 60_000), count: 5000 }
    await database.db.insertInto('rateLimit').values(spent).execute()
    const response = await ask({ from: users }, null, strict)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusalOf(response)).toEqual([429, 'RESOURCE_EXHAUSTED'])
    const tree = await strict.get('/tags.json')
    expect(tree.status).toBe(429)
    expect(await tree.json()).toEqual({ error: expect.any(String) })
  })
})

test('parentheses and the colon in the URL can be encoded', async () => {
  const response = await server.get(`/v1/projects/${testProject}/databases/%28default%29/documents%3ArunQuery`, {
    method: 'POST',
    body: JSON.stringify({ structuredQuery: { from: users, where: uidFilter(ada.uid) } }),
    headers: { 'content-type': 'text/plain', 'authorization': `Bearer ${ada.token}` },
  })
  expect(response.status).toBe(200)
})

test('pages of other origins can call the API', async () => {
  const response = await server.get(address(), { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  for (const header of ['authorization', 'google-cloud-resource-prefix', 'x-goog-api-client', 'x-firebase-gmpid'])
    expect(response.headers.get('access-control-allow-headers')).toContain(header)
})

test('the rest of the site still refuses text/plain', async () => {
  const app = await anApp(database)
  const response = await app.get('/api/setup', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
  })
  expect(response.status).toBe(415)
})

describe('the official client', () => {
  // The client logs every refusal.
  beforeAll(() => setLogLevel('silent'))

  const clientOf = (to: FirebaseDataServer, uid: string | null) => {
    const app = initializeApp({ projectId: testProject, apiKey: 'any' }, Math.random().toString(36))
    const firestore = getFirestore(app)
    const { hostname, port } = new URL(to.url)
    connectFirestoreEmulator(firestore, hostname, Number(port), uid === null ? {} : { mockUserToken: tokenOf(uid) })
    return collection(firestore, 'users')
  }

  test('reads its own record, and gets an error code for any other', async () => {
    const own = clientOf(server, ada.uid)
    const { docs } = await getDocs(query(own, where('uid', '==', ada.uid)))
    expect(docs.map((doc) => [doc.id, doc.get('handle'), doc.get('avatar')])).toEqual([[ada.id, ada.handle, null]])
    expect(docs[0]?.get('createdAt').toDate()).toBeInstanceOf(Date)
    await expect(getDocs(query(own, where('uid', '==', 'other')))).rejects.toMatchObject({ code: 'permission-denied' })
    await expect(getDocs(own)).rejects.toMatchObject({ code: 'permission-denied' })
    const visitor = clientOf(server, null)
    await expect(getDocs(query(visitor, where('uid', '==', ada.uid)))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const newcomer = clientOf(server, 'nobody')
    expect((await getDocs(query(newcomer, where('uid', '==', 'nobody')))).empty).toBe(true)
  })

  test('gets “unavailable” for a server error', async () => {
    const broken = await aFirebaseDataServer(database, {
      verify: () => Promise.reject(new Error('the keys are gone')),
    })
    const asking = clientOf(broken, ada.uid)
    await expect(getDocs(query(asking, where('uid', '==', ada.uid)))).rejects.toMatchObject({ code: 'unavailable' })
    const response = await ask({ from: users, where: uidFilter(ada.uid) }, ada.token, broken)
    expect(await refusalOf(response)).toEqual([503, 'UNAVAILABLE'])
    const tree = await broken.get(`/tags.json?auth=${ada.token}`)
    expect([tree.status, tree.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(await tree.text()).not.toContain('keys')
  })
})
