import { beforeAll, describe, expect, test } from 'vitest'
import { aSiteServer } from '#test/site-server.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession } from '#test/people.ts'
import { aPicture } from '#test/pictures.ts'
import { parsePageMetadata } from './page-metadata.ts'

let app: TestApp
let authorization: string
let site: string
beforeAll(async () => {
  const database = await aDatabase()
  app = await anApp(database, { OUTSIDE_PRIVATE: '1' })
  authorization = (await aSession(database.db, await aPerson(database.db), app.ctx)).bearer
  const picture = await aPicture().png().toBuffer()
  site = await aSiteServer((request, reply) => {
    const files: Record<string, [string, string | Buffer]> = {
      '/page': [
        'text/html',
        '<title>Plain</title><meta property="og:title" content="A &amp; B"><meta name=description content=" two  words ">',
      ],
      '/talk': [
        'text/html',
        '<title>A talk</title><link rel=alternate type="application/json+oembed" href="/talk.json">',
      ],
      '/talk.json': [
        'application/json',
        JSON.stringify({
          html: '<iframe src="https://player.example/1" onload=x></iframe>',
          width: 400,
          height: 200,
          author_name: 'Ada',
        }),
      ],
      '/emoji': ['text/html', `<title>${'x'.repeat(299)}🌿</title>`],
      '/100%25%E0%A4%A.pdf': ['application/pdf', '%PDF-1.7 …'],
      '/latin': ['text/html; charset=iso-8859-1', Buffer.from('<title>caf\xe9</title>', 'latin1')],
      '/paper.pdf': ['application/pdf', '%PDF-1.7 …'],
      '/photo': ['image/png', picture],
      '/fake.jpg': ['image/jpeg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    }
    if (request.url === '/long') return void reply.writeHead(302, { location: `/far?${'x'.repeat(3000)}` }).end()
    if (request.url?.startsWith('/far'))
      return void reply.setHeader('content-type', 'text/html').end('<title>Long</title>')
    const [type, body] = files[request.url ?? ''] ?? []
    if (!type) return void reply.writeHead(404).end()
    reply.setHeader('content-type', type).end(body)
  })
})

function post(path: string, body: unknown) {
  const headers = { authorization, 'content-type': 'application/json' }
  return app.get(path, { method: 'POST', headers, body: JSON.stringify(body) })
}
const look = async (address: string) => (await post('/api/links/look', { address })).json()

describe('a link preview', () => {
  test('returns the metadata of a page as text', async () => {
    expect(await look(`${site}/page`)).toEqual({
      address: `${site}/page`,
      title: 'A & B',
      description: 'two words',
      site: '127.0.0.1',
      author: '',
      provider: 'link',
      frame: null,
      ratio: null,
    })
    expect(await look(`${site}/latin`)).toMatchObject({ title: 'café' })
    expect(await look(`${site}/paper.pdf`)).toMatchObject({ title: 'paper.pdf', provider: 'link' })
  })

  test('is a card for a site that is not a known provider', async () => {
    expect(await look(`${site}/talk`)).toMatchObject({ title: 'A talk', provider: 'link', frame: null, ratio: null })
  })

  test('contains no half surrogate pairs and no URL that is too long', async () => {
    expect(await look(`${site}/emoji`)).toMatchObject({ title: 'x'.repeat(299) })
    expect(await look(`${site}/long`)).toMatchObject({ address: `${site}/long`, title: 'Long' })
  })

  test('names a file by its last path segment', async () => {
    expect(await look(`${site}/100%25%E0%A4%A.pdf`)).toMatchObject({ title: '100%25%E0%A4%A.pdf', provider: 'link' })
  })

  test('refuses failing pages and URLs that are not HTTP', async () => {
    expect(await look(`${site}/missing`)).toMatchObject({ error: { code: 'unreachable' } })
    for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'no address', '']) {
      expect(await look(address)).toMatchObject({ error: { code: 'invalid' } })
    }
  })
})

describe('a picture from another site', () => {
  test('is added to the library', async () => {
    const media = await (await post('/api/links/picture', { address: `${site}/photo`, alt: 'A field' })).json()
    expect(media).toMatchObject({
      kind: 'picture',
      name: 'photo.jpg',
      picture: { alt: 'A field', width: 700, height: 400 },
    })
  })

  test.each(['/fake.jpg', '/paper.pdf', '/page'])('is refused when it is not a picture: %s', async (path) => {
    const answer = await post('/api/links/picture', { address: site + path })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: expect.stringMatching(/unsupported-file|broken-file/) },
    })
  })
})

test('a page with 100,000 nested or sibling elements is parsed', () => {
  expect(parsePageMetadata(`${'<div>'.repeat(100_000)}<title>x</title>`, 'https://a.example/').site).toBe('a.example')
  expect(parsePageMetadata('<b></b>'.repeat(100_000), 'https://a.example/').title).toBe('')
})
