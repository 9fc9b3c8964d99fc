import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { everyBlock } from '#test/every-block.ts'
import { storyExtensions } from './extensions.ts'

const schema = getSchema(storyExtensions())

/** The content and attributes of each node, as in docs/documents.md. */
const simple =
  'paragraph heading blockquote pullQuote bulletList orderedList taskList codeBlock horizontalRule image callout blockMath embed button file'
const blocks = `${simple} gallery table toggle`
const inline = 'text hardBreak footnote inlineMath'
const cell = 'colspan rowspan colwidth align'
const documented: Record<string, [holds: string, attributes: string]> = {
  doc: [`${blocks} membersLine`, ''],
  paragraph: [inline, ''],
  heading: [inline, 'level'],
  blockquote: [blocks, ''],
  pullQuote: [inline, ''],
  bulletList: ['listItem', ''],
  orderedList: ['listItem', 'start type'],
  listItem: [simple, ''],
  taskList: ['taskItem', ''],
  taskItem: [simple, 'checked'],
  codeBlock: ['text', 'language'],
  horizontalRule: ['', ''],
  image: ['', 'media src alt caption size width height'],
  gallery: ['image', 'caption'],
  table: ['tableRow', ''],
  tableRow: ['tableHeader tableCell', ''],
  tableHeader: [simple, cell],
  tableCell: [simple, cell],
  callout: [simple, 'tone'],
  toggle: ['toggleSummary toggleBody', ''],
  toggleSummary: [inline, ''],
  toggleBody: [simple, ''],
  blockMath: ['', 'latex'],
  embed: ['', 'provider address frame ratio title description author site'],
  button: ['', 'label href'],
  file: ['', 'media name size href'],
  membersLine: ['', ''],
  text: ['', ''],
  hardBreak: ['', ''],
  footnote: ['', 'text'],
  inlineMath: ['', 'latex'],
}

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

const list = (words: string) => words.split(' ').filter(Boolean).toSorted()

test('the editor has exactly the documented nodes', () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(Object.keys(documented).toSorted())
})

test.each(Object.entries(documented))('%s has the documented content and attributes', (name, [holds, attributes]) => {
  expect(held(name)).toEqual(list(holds))
  expect(Object.keys(schema.nodes[name]?.spec.attrs ?? {}).toSorted()).toEqual(list(attributes))
})

test('the marks are as documented, and a link has only an href', () => {
  const marks = Object.entries(schema.marks).map(([name, { spec }]) => [name, Object.keys(spec.attrs ?? {})])
  expect(Object.fromEntries(marks)).toEqual({ bold: [], italic: [], strike: [], code: [], link: ['href'] })
})

test('code has no marks', () => {
  expect(schema.nodes['codeBlock']?.markSet).toEqual([])
})

test('a document with every node survives a round trip', () => {
  const node = Node.fromJSON(schema, everyBlock)
  node.check()
  expect(node.toJSON()).toEqual(everyBlock)
  const used = new Set<string>(['doc'])
  node.descendants(({ type }) => void used.add(type.name))
  expect([...used].toSorted()).toEqual(Object.keys(documented).toSorted())
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
