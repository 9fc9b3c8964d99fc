import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { storyExtensions } from '#site/articles/editor/extensions.ts'
import { everyBlock } from '#test/every-block.ts'
import { ARTICLE_ID, fakeServer, paragraphs, someArticle } from '#test/writing.ts'
import { createEngine } from './engine.ts'
import { isEqual, isStoredEqual } from './equality.ts'
import { fieldsOf } from './fields.ts'
import { memoryStore } from './memory-store.ts'

type Attribute = { of: 'node' | 'mark'; type: string; name: string; default: unknown }

/** Every attribute of every node and mark that the editor knows. */
function everyAttribute(): Attribute[] {
  const { nodes, marks } = getSchema(storyExtensions())
  return [
    ...Object.values(nodes).flatMap(({ name, spec }) => listed('node', name, spec.attrs ?? {})),
    ...Object.values(marks).flatMap(({ name, spec }) => listed('mark', name, spec.attrs ?? {})),
  ]
}

function listed(of: Attribute['of'], type: string, attrs: Record<string, { default?: unknown }>): Attribute[] {
  return Object.entries(attrs).map(([name, given]) => ({ of, type, name, default: given.default }))
}

const attributes = everyAttribute()
beforeEach(() => {
  vi.useFakeTimers()
})

/** A document with one node or mark that has these attributes, below another block. */
function aDocument({ of, type }: Attribute, attrs: Record<string, unknown>): Document {
  const inner: Node =
    of === 'node'
      ? { type, attrs }
      : { type: 'paragraph', content: [{ type: 'text', text: 'Words', marks: [{ type, attrs }] }] }
  return { type: 'doc', content: [{ type: 'paragraph' }, { type: 'blockquote', content: [inner] }] }
}

const media = 'aaaaaaaaaaaaaaaaaaaa'
const anyValue = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer(), { maxLength: 2 }))

test('a change to any attribute of any node or mark is unsaved, and reaches the server', async () => {
  expect(attributes.length).toBeGreaterThan(30)
  for (const attribute of attributes) {
    await fc.assert(
      fc.asyncProperty(anyValue, anyValue, async (before, after) => {
        fc.pre(JSON.stringify(before) !== JSON.stringify(after))
        const around = attribute.name === 'media' ? {} : { media }
        const first = aDocument(attribute, { ...around, [attribute.name]: before })
        const next = aDocument(attribute, { ...around, [attribute.name]: after })
        const server = fakeServer(someArticle({ body: first }))
        const article = structuredClone(server.article)
        if (!article) throw new Error('There is no article')
        const store = memoryStore(true)
        const options = { api: server.api, store, articleId: ARTICLE_ID, person: 'person1' }
        const engine = createEngine({ ...options, article, fields: fieldsOf(article) })
        engine.changeBody(() => next)
        await vi.advanceTimersByTimeAsync(300)
        expect(await store.find(ARTICLE_ID), `${attribute.type}.${attribute.name}`).toHaveLength(1)
        await vi.advanceTimersByTimeAsync(900)
        expect(engine.state().phase).toBe('saved')
        expect(server.article?.body).toEqual(next)
      }),
      { numRuns: 5 },
    )
  }
})

test('an attribute with its default value equals an absent one, in any key order', () => {
  for (const attribute of attributes) {
    const written = aDocument(attribute, { x: 1, [attribute.name]: attribute.default })
    const absent = aDocument(attribute, { x: 1 })
    expect(isEqual(written, absent), `${attribute.type}.${attribute.name}`).toBe(true)
  }
  expect(isEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  expect(isEqual({ type: 'paragraph' }, { type: 'paragraph', content: [], marks: [], attrs: {} })).toBe(true)
  expect(isEqual([], null)).toBe(false)
  expect(isEqual(paragraphs('a'), paragraphs('a', ''))).toBe(false)
})

const withAttrs = (document: Document, change: (node: Node) => Node['attrs']): Document => {
  const look = (node: Node): Node => ({
    ...node,
    ...(node.attrs && { attrs: change(node) }),
    ...(node.content && { content: node.content.map(look) }),
  })
  return { type: 'doc', content: document.content.map(look) }
}

test('attributes that the server sets from the library are ignored, but only for library media', () => {
  const derived = { image: ['src', 'width', 'height'], file: ['name', 'size', 'href'] }
  for (const [type, names] of Object.entries(derived))
    for (const name of names) {
      const changed = withAttrs(everyBlock, (node) =>
        node.type === type ? { ...node.attrs, [name]: 'other' } : node.attrs,
      )
      expect(isStoredEqual(everyBlock, changed), `${type}.${name}`).toBe(true)
      expect(isEqual(everyBlock, changed), `${type}.${name}`).toBe(false)
    }
  const wider = withAttrs(everyBlock, (node) => (node.type === 'image' ? { ...node.attrs, size: 'full' } : node.attrs))
  expect(isStoredEqual(everyBlock, wider)).toBe(false)
  const own = (src: string): Document => ({ type: 'doc', content: [{ type: 'image', attrs: { src } }] })
  expect(isStoredEqual(own('/art/a.svg'), own('/art/b.svg'))).toBe(false)
})
