import { Editor, getSchema } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { storyExtensions } from './extensions.ts'
import { toDocument } from './editor-handle.ts'
import { openDocument } from './open-document.ts'
import { createDiffTransaction, replayStates } from './document-diff.ts'

const schema = getSchema(storyExtensions())
const text = (words: string): Node => ({ type: 'text', text: words })
const p = (words: string): Node => ({ type: 'paragraph', ...(words && { content: [text(words)] }) })
const doc = (...content: Node[]): Document => ({ type: 'doc', content })
const open = (document: Document) => openDocument(schema, document)

test('a valid document opens unchanged', () => {
  const document = doc(p('One'), { type: 'blockquote', content: [p('Two')] })
  const { doc: opened, isIntact } = open(document)
  expect(isIntact).toBe(true)
  expect(toDocument(opened)).toEqual(document)
})

test('an unknown block becomes plain text, and its neighbours stay unchanged', () => {
  const { doc: opened, isIntact } = open(
    doc(p('One'), { type: 'hologram', attrs: { title: 'Ship' }, content: [text('in a bottle')] }, p('Three')),
  )
  expect(isIntact).toBe(false)
  expect(toDocument(opened)).toEqual(doc(p('One'), p('Ship in a bottle'), p('Three')))
})

test('a known block with unknown content keeps the rest', () => {
  const list = {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [p('a'), { type: 'hologram', content: [text('b')] }] }],
  }
  const { doc: opened } = open(doc(list))
  expect(opened.firstChild?.type.name).toBe('bulletList')
  expect(opened.textContent).toBe('ab')
})

test('an unknown mark or inline node does not lose the paragraph', () => {
  const line = {
    type: 'paragraph',
    content: [text('a'), { type: 'sticker', attrs: { text: 'b' } }, { ...text('c'), marks: [{ type: 'glow' }] }],
  }
  expect(open(doc(line)).doc.textContent.replace(/\s/g, '')).toBe('abc')
})

test('a document without text opens as an empty one', () => {
  expect(open(doc()).doc.childCount).toBe(1)
  expect(open(doc({ type: 'listItem' })).doc.textContent).toBe('')
})

test('no text is lost, whatever the document contains', () => {
  const names = [
    'paragraph',
    'heading',
    'bulletList',
    'listItem',
    'blockquote',
    'table',
    'tableRow',
    'tableCell',
    'callout',
    'hologram',
    'codeBlock',
    'toggle',
    'toggleBody',
  ]
  const { node } = fc.letrec<{ node: Node; leaf: Node; branch: Node }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('branch')),
    leaf: fc.stringMatching(/^[a-z]{1,6}$/).map(text),
    branch: fc.record({ type: fc.constantFrom(...names), content: fc.array(tie('node'), { maxLength: 3 }) }),
  }))
  const letters = ({ text: own = '', content = [] }: Node): string => own + content.map(letters).join('')
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (content) => {
      const { doc: opened } = open(doc(...content))
      expect(() => opened.check()).not.toThrow()
      expect(opened.textBetween(0, opened.content.size, '').replace(/\s/g, '')).toBe(content.map(letters).join(''))
    }),
    { numRuns: 200 },
  )
})

const blocks = fc.array(
  fc.oneof(
    fc.stringMatching(/^[ab ]{0,6}$/).map(p),
    fc
      .stringMatching(/^[ab]{1,4}$/)
      .map((words): Node => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })),
    fc
      .stringMatching(/^[ab]{1,4}$/)
      .map((words): Node => ({ type: 'bulletList', content: [{ type: 'listItem', content: [p(words)] }] })),
  ),
  { minLength: 1, maxLength: 4 },
)

test('a diff turns any document into any other', () => {
  const editor = new Editor({ element: null, extensions: storyExtensions() })
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const { state } = editor
      const from = open(doc(...before)).doc
      const to = open(doc(...after)).doc
      const start = state.apply(state.tr.replaceWith(0, state.doc.content.size, from.content))
      const changed = createDiffTransaction(start, editor.schema.nodeFromJSON(to.toJSON()))
      expect((changed?.doc ?? start.doc).toJSON()).toEqual(to.toJSON())
    }),
    { numRuns: 200 },
  )
})

test('one more letter is a one-letter step', () => {
  const editor = new Editor({
    element: null,
    extensions: storyExtensions(),
    content: open(doc(p('One tw'), p('Three'))).doc.toJSON(),
  })
  const tr = createDiffTransaction(editor.state, editor.schema.nodeFromJSON(doc(p('One two'), p('Three'))))
  expect(tr?.steps.map((step) => step.toJSON())).toEqual([
    { stepType: 'replace', from: 7, to: 7, slice: { content: [text('o')] } },
  ])
})

test('undo goes back through earlier states one by one, and replaying reports no change', () => {
  let changes = 0
  const states = [doc(p('One.')), doc(p('One. Two.')), doc(p('One. Two.'), p('Three.'))]
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: storyExtensions(),
    content: open(states[0] ?? doc()).doc.toJSON(),
    onUpdate: () => (changes += 1),
  })
  const dispatch = (tr: Parameters<typeof editor.view.dispatch>[0]) => {
    editor.view.dispatch(tr)
    return editor.state
  }
  replayStates(
    editor.state,
    states.slice(1).map((state) => editor.schema.nodeFromJSON(state)),
    dispatch,
  )
  expect(changes).toBe(0)
  expect(editor.getText()).toBe('One. Two.\n\nThree.')
  editor.view.dispatch(closeHistory(editor.state.tr.insertText('!')))
  const seen = Array.from({ length: 3 }, () => {
    editor.commands.undo()
    return editor.getText()
  })
  expect(seen).toEqual(['One. Two.\n\nThree.', 'One. Two.', 'One.'])
  editor.destroy()
})
