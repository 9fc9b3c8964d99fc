import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import { mountApi } from '#server/platform/api-routes.ts'
import { htmlWithBase } from '#server/platform/base-url.ts'
import { createApi } from '#server/platform/api.ts'
import { createHttp } from '#server/platform/http.ts'
import { newId } from '#server/platform/ids.ts'
import { sendError } from '#server/platform/error-response.ts'
import { readDemo } from '#server/demo/content.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { doc, everyBlock, paragraph } from '#test/documents.ts'
import { buildScript } from '#test/writer-process.ts'
import { aCtx, aPerson, testSite } from '#test/people.ts'
import { type NodeRule, nodeRules } from '#contract/document/schema.ts'
import { prepareDocument as prepare, startDocumentThread } from './prepare.ts'

/** Parses the body back from its column text. */
async function prepareDocument(of: Parameters<typeof prepare>[0], sent: Document) {
  const prepared = await prepare(of, sent)
  const body: Document = JSON.parse(prepared.body)
  return { ...prepared, body }
}

const { db } = await aDatabase()
const ctx = aCtx(db)
const media = { picture: '', file: '' }

beforeAll(async () => {
  const { id: ownerId } = await aPerson(db, 'author')
  media.picture = await kept({ kind: 'picture', name: 'hills.jpg', type: 'image/jpeg', width: 1500, height: 1000 })
  media.file = await kept({ kind: 'file', name: 'notes\u202efdp.txt', type: 'text/plain', width: null, height: null })

  async function kept(row: { kind: string; name: string; type: string; width: number | null; height: number | null }) {
    const id = newId()
    const fixed = { alt: '', size: 34_567, blob: 'abcdef0123456789', state: 'ready', animated: false }
    await db
      .insertInto('media')
      .values({ id, ownerId, ...row, ...fixed, placeholder: row.width ? 'data:image/webp;base64,AAAA' : null })
      .execute()
    return id
  }
})

const refusalOf = (body: Document) =>
  prepareDocument(ctx, body).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  )

test('derived columns match the body', async () => {
  const made = await prepareDocument(ctx, everyBlock(media))
  expect(made.media.toSorted()).toEqual([media.picture, media.file].toSorted())
  expect(made.html).toContain('A heading of the second level')
  expect(made.html + made.plain + made.excerpt).not.toMatch(/members read|for members/)
  expect(made.membersHtml).toContain('Only members read this.')
  expect(made.membersPlain).toBe('For members\nOnly members read this.\nA footnote for members.')
  expect(made.plain).toContain('\nA point\nA point below a point\nAnother point\n')
  expect(made.plain.endsWith('The first footnote.')).toBe(true)
  expect(made.excerpt).toMatch(/^Plain, bold, italic, both, struck out/)
  expect(made.wordCount).toBeGreaterThan(120)
  expect(made.readingMinutes).toBe(1)
})

test('the worker thread gives the same results and refusals as the process', async () => {
  const large = { ...everyBlock(media) }
  large.content = [...large.content, ...Array.from({ length: 2000 }, (_, index) => paragraph(`Line ${index}`))]
  const faulty = doc(...large.content, { type: 'unknown' })
  const inProcess = [await prepare(ctx, large), await refusalOf(faulty)]
  const thread = startDocumentThread(await buildScript('src/server/documents/worker-thread.ts'))
  try {
    const again = await Promise.all([prepare(ctx, large), refusalOf(faulty), prepare(ctx, doc(paragraph('small')))])
    expect(again.slice(0, 2)).toEqual(inProcess)
  } finally {
    await thread.close()
  }
})

test('the server sets exactly the library attributes of the contract', async () => {
  const rules = new Map(Object.entries<NodeRule>(nodeRules))
  const attributesOf = (type: string) => Object.entries(rules.get(type)?.attrs ?? {})
  const sent: Record<string, Node> = {
    image: {
      type: 'image',
      attrs: { media: media.picture, src: '/x.png', alt: 'x', caption: 'x', size: 'full', width: 1, height: 1 },
    },
    file: { type: 'file', attrs: { media: media.file, name: 'x', size: 1, href: '/x' } },
  }
  const withMedia = [...rules.keys()].filter((type) => attributesOf(type).some(([name]) => name === 'media'))
  expect(Object.keys(sent).toSorted()).toEqual(withMedia.toSorted())
  for (const [type, node] of Object.entries(sent)) {
    const names = attributesOf(type).map(([name]) => name)
    expect(Object.keys(node.attrs ?? {}).toSorted()).toEqual(names.toSorted())
    const { body } = await prepareDocument(ctx, doc(node))
    const stored = body.content[0]?.attrs ?? {}
    const fromLibrary = attributesOf(type).filter(([, rule]) => rule.fromLibrary)
    expect(names.filter((name) => stored[name] !== node.attrs?.[name])).toEqual(fromLibrary.map(([name]) => name))
  }
})

test('library values override sent ones and are rendered', async () => {
  const image: Node = {
    type: 'image',
    attrs: { media: media.picture, src: '/elsewhere.png', width: 1, height: 1, alt: 'A' },
  }
  const file: Node = { type: 'file', attrs: { media: media.file, name: 'x', size: 1, href: '/x' } }
  const { body, html } = await prepareDocument(ctx, doc(image, file))
  const folder = `/media/${media.picture}-abcdef01/`
  expect(body.content[0]?.attrs).toEqual({
    media: media.picture,
    src: `${folder}1280.jpg`,
    width: 1500,
    height: 1000,
    alt: 'A',
  })
  expect(body.content[1]?.attrs).toEqual({
    media: media.file,
    name: 'notes\u202efdp.txt',
    size: 34_567,
    href: `/media/${media.file}-abcdef01/file`,
  })
  expect(html).toContain(`<source type="image/avif" srcset="${folder}320.avif 320w, ${folder}640.avif 640w`)
  expect(html).toContain('width="1500" height="1000" loading="lazy"')
  expect(html).not.toContain('elsewhere')
  expect(htmlWithBase('/blog/', html)).not.toMatch(/["\s]\/media\//)
  expect(html).toContain(
    'download="notesfdp.txt"><span class="story-file-name">notesfdp.txt</span> <span class="story-file-size">35 KB</span>',
  )
})

test('missing media and non-pictures are refused with their path', async () => {
  const lost: Node = { type: 'image', attrs: { media: newId(), src: '' } }
  const wrong: Node = { type: 'blockquote', content: [{ type: 'image', attrs: { media: media.file, src: '' } }] }
  expect((await refusalOf(doc(paragraph('x'), lost, wrong)))?.details).toEqual({
    issues: [
      { path: ['body', 'content.1.attrs.media'], message: expect.any(String) },
      { path: ['body', 'content.2.content.0.attrs.media'], message: expect.any(String) },
    ],
  })
})

test('a known provider gets a player from its URL, and any other embed is a card', async () => {
  const embed = (attrs: Record<string, unknown>): Node => ({
    type: 'embed',
    attrs: { frame: null, ratio: null, ...attrs },
  })
  const evil = 'https://evil.example/frame'
  const { body, html } = await prepareDocument(
    ctx,
    doc(
      embed({ provider: 'youtube', address: 'https://youtu.be/dQw4w9WgXcQ', frame: evil }),
      embed({ provider: 'vimeo', address: 'https://evil.example/', frame: evil }),
      embed({ provider: 'link', address: 'https://youtu.be/dQw4w9WgXcQ', frame: evil }),
      embed({ provider: 'other', address: 'https://films.example/1', frame: 'https://films.example/embed/1' }),
    ),
  )
  expect(body.content.map(({ attrs }) => [attrs?.['provider'], attrs?.['frame']])).toEqual([
    ['youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['link', null],
    ['link', null],
    ['link', null],
  ])
  expect(html).not.toContain(evil)
  expect(html).not.toContain('films.example/embed')
  expect(html).not.toMatch(/<iframe|<img|<script/)
})

test('a site with a base path stores paths without it', async () => {
  const below = { db, site: { ...testSite, base: '/blog/' } }
  const { body } = await prepareDocument(below, doc({ type: 'image', attrs: { media: null, src: '/blog/art/x.svg' } }))
  expect(body.content[0]?.attrs?.['src']).toBe('/art/x.svg')
})

test('a body over 1 MB of JSON is too large', async () => {
  const long = doc(...Array.from({ length: 12 }, () => paragraph('ع'.repeat(50_000))))
  expect((await refusalOf(long))?.code).toBe('too-large')
})

test('a body with thousands of pictures is too large to render', async () => {
  const pictures = (count: number) =>
    doc(...Array.from({ length: count }, () => ({ type: 'image', attrs: { media: media.picture } })))
  expect(await refusalOf(pictures(1_000))).toBeNull()
  expect((await refusalOf(pictures(16_000)))?.code).toBe('too-large')
})

test('stored documents have only known keys', async () => {
  const body = doc(Object.assign(paragraph('x'), { extra: 'y' }))
  expect((await prepareDocument(ctx, body)).body).toEqual(doc(paragraph('x')))
})

test('every demo story is valid', async () => {
  const { stories } = await readDemo('demo')
  expect(stories.length).toBeGreaterThan(20)
  for (const { slug, body } of stories) expect(await refusalOf(body), slug).toBeNull()
})

test('the hints of a template are stored and never shown', async () => {
  const hint = (type: string, attrs = {}): Node => ({ type, attrs: { ...attrs, hint: 'A SECRET prompt' } })
  const sent = doc(
    hint('heading', { level: 2 }),
    hint('paragraph'),
    { type: 'bulletList', content: [{ type: 'listItem', content: [hint('paragraph')] }] },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [hint('paragraph')] },
        { type: 'listItem', content: [paragraph('Salt')] },
      ],
    },
    { ...paragraph('Typed over it.'), attrs: { hint: 'A SECRET prompt' } },
    { type: 'blockquote', content: [hint('paragraph')] },
  )
  const { body, html, membersHtml, contents, plain, excerpt, wordCount } = await prepareDocument(ctx, sent)
  expect(body).toEqual(sent)
  expect(html).toBe('<ul dir="auto"><li><p>Salt</p></li></ul><p>Typed over it.</p>')
  expect({ membersHtml, contents, plain, excerpt, wordCount }).toEqual({
    membersHtml: '',
    contents: '[]',
    plain: 'Salt\nTyped over it.',
    excerpt: 'Salt Typed over it.',
    wordCount: 4,
  })
})

describe('over the wire', () => {
  let url = ''

  beforeAll(async () => {
    const viewer = await aPerson(db, 'author')
    const api = createApi({
      ...ctx,
      identify: async () => ({ viewer, signedIn: { sessionId: null, at: new Date() } }),
      onDenied: async () => {},
      requireFeature: async () => {},
      isImpersonating: async () => false,
      refreshConfig: async () => {},
    })
    api.serve('PUT /api/articles/{id}/draft', async (asked, { body }) => {
      if (!body.body) throw new Refusal('invalid')
      const { wordCount: words, readingMinutes } = await prepareDocument(asked, body.body)
      return { version: 2, savedAt: new Date().toISOString(), words, readingMinutes, changed: true }
    })
    const http = await createHttp({
      trustProxy: false,
      log: testLog,
      headers: {},
      onError: sendError,
      shortcut: () => false,
    })
    mountApi(http, api, testSite)
    url = await http.listen({ port: 0, host: '127.0.0.1' })
    afterAll(() => http.close())
  })

  async function save(document: string) {
    const response = await fetch(`${url}/api/articles/${newId()}/draft`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: `{"version":1,"save":"s","body":${document}}`,
    })
    return { status: response.status, reply: await response.text() }
  }

  test('an overly nested body is refused with a message', async () => {
    const depth = 40_000
    const deep = `{"type":"doc","content":[${'{"type":"b","content":['.repeat(depth)}${']}'.repeat(depth)}]}`
    expect(await save(deep)).toEqual({ status: 400, reply: expect.stringContaining('at most 24 levels') })
  })

  test('overly nested attributes are refused with their path', async () => {
    const deep = `${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const { status, reply } = await save(`{"type":"doc","content":[{"type":"paragraph","attrs":{"x":${deep}}}]}`)
    expect({ status, reply }).toEqual({ status: 400, reply: expect.stringContaining('"content","0","attrs"') })
  })

  test('a document may have 1 MB but not 2', async () => {
    const line = `{"type":"paragraph","content":[{"type":"text","text":"${'word '.repeat(18_000)}"}]}`
    const of = (lines: number) => `{"type":"doc","content":[${Array(lines).fill(line).join(',')}]}`
    expect(await save(of(11))).toEqual({ status: 200, reply: expect.stringContaining('"words":198000') })
    expect(await save(of(20))).toEqual({ status: 413, reply: expect.stringContaining('"too-large"') })
  })

  test('text the database cannot store is refused', async () => {
    const of = (text: string) =>
      `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"${text}"}]}]}`
    expect(await save(of('\\ud800'))).toEqual({
      status: 400,
      reply: expect.stringContaining('content.0.content.0.text'),
    })
    expect((await save(of('\\u0000'))).status).toBe(400)
  })
})
