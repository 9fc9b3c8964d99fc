import { readFile } from 'node:fs/promises'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { type NodeRule, markRules, nodeRules } from '#contract/document/schema.ts'
import { everyBlock } from '#test/every-block.ts'
import { toDocument } from './editor-handle.ts'
import { storyExtensions } from './extensions.ts'
import { parseAttribute } from './nodes/attributes.ts'

const schema = getSchema(storyExtensions())

/** Node types allowed inside a node. */
function held(name: string) {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (match: NonNullable<(typeof schema.nodes)[string]>['contentMatch']) => {
    if (seen.has(match)) return
    seen.add(match)
    for (let edge = 0; edge < match.edgeCount; edge++) {
      const { type, next } = match.edge(edge)
      found.add(type.name)
      walk(next)
    }
  }
  const type = schema.nodes[name]
  if (type) walk(type.contentMatch)
  return [...found].toSorted()
}

const namesOf = (attrs: object = {}) => Object.keys(attrs).toSorted()

test('the editor has exactly the nodes of the document schema', () => {
  expect(namesOf(schema.nodes)).toEqual(namesOf(nodeRules))
})

test.each(Object.entries<NodeRule>(nodeRules))('%s has the content and attributes of its rule', (name, rule) => {
  const { types = [], first } = rule.content ?? {}
  expect(held(name)).toEqual([...new Set([...types, ...(first === undefined ? [] : [first])])].toSorted())
  const { attrs = {} } = schema.nodes[name]?.spec ?? {}
  expect(namesOf(attrs)).toEqual(namesOf(rule.attrs))
  for (const [attribute, { default: value = null }] of Object.entries(rule.attrs ?? {}))
    expect(attrs[attribute]?.default).toBe(value)
})

test.each(Object.entries<NodeRule>(markRules))('the mark %s has the attributes of its rule', (name, { attrs }) => {
  expect(namesOf(schema.marks)).toEqual(namesOf(markRules))
  expect(namesOf(schema.marks[name]?.spec.attrs ?? {})).toEqual(namesOf(attrs))
})

test('docs/documents.md lists the nodes and attributes of the schema', async () => {
  const page = await readFile('docs/documents.md', 'utf8')
  const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|[^|]*\|(.*)\|$/gm)].flatMap(
    ([, nodes = '', attributes = '']) =>
      [...nodes.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, attributes]),
  )
  const inline = Object.entries<NodeRule>(nodeRules).filter(([, rule]) => rule.inline)
  expect(rows.map(([name]) => name).toSorted()).toEqual(
    Object.keys(nodeRules)
      .filter((name) => !inline.some(([known]) => known === name))
      .toSorted(),
  )
  const rules = new Map(Object.entries<NodeRule>(nodeRules))
  for (const [name, attributes] of rows)
    for (const attribute of namesOf(rules.get(name)?.attrs)) expect(attributes).toContain(`\`${attribute}\``)
})

test.each([
  ['frame', 'https://', null],
  ['frame', 'http://player.example/1', null],
  ['frame', `${location.origin}/story`, null],
  ['frame', 'https://player.example/1', 'https://player.example/1'],
  ['address', 'javascript:alert(1)', ''],
  ['address', 'example.org', 'https://example.org'],
  ['ratio', '0', null],
  ['ratio', '1.5', 1.5],
  ['provider', 'unknown', 'link'],
  ['title', 'x'.repeat(2000), 'x'.repeat(1000)],
] as const)('a pasted embed with the %s “%s” gets a valid value', (name, given, value) => {
  expect(parseAttribute(nodeRules.embed.attrs[name], given)).toBe(value)
})

test('code has no marks', () => {
  expect(schema.nodes['codeBlock']?.markSet).toEqual([])
})

test('a document with every node survives a round trip', () => {
  const node = Node.fromJSON(schema, everyBlock)
  node.check()
  expect(toDocument(node)).toEqual(everyBlock)
  const used = new Set<string>(['doc'])
  node.descendants(({ type }) => void used.add(type.name))
  expect([...used].toSorted()).toEqual(namesOf(nodeRules))
})

test('a gallery holds one to twenty pictures', () => {
  const { gallery, image } = schema.nodes
  const of = (count: number) => gallery?.create(null, Array.from({ length: count }, () => image?.create() ?? []).flat())
  expect(() => of(0)?.check()).toThrow(RangeError)
  expect(() => of(21)?.check()).toThrow(RangeError)
  expect(() => of(20)?.check()).not.toThrow()
})

test.each(['listItem', 'taskItem', 'tableCell', 'callout', 'toggleBody', 'blockquote'])(
  'a new %s begins with a paragraph',
  (name) => {
    expect(schema.nodes[name]?.createAndFill()?.firstChild?.type.name).toBe('paragraph')
  },
)
