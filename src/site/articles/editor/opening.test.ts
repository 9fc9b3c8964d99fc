import { Editor, getSchema } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { storyExtensions } from './extensions.ts'
import { openDocument } from './opening.ts'
import { changeInto, replay } from './replay.ts'

const schema = getSchema(storyExtensions())
const text = (words: string): Node => ({ type: 'text', text: words })
const p = (words: string): Node => ({ type: 'paragraph', ...(words && { content: [text(words)] }) })
const doc = (...content: Node[]): Document => ({ type: 'doc', content })
const open = (document: Document) => openDocument(schema, document)

test('a text the editor knows opens as it is', () => {
  const document = doc(p('One'), { type: 'blockquote', content: [p('Two')] })
  const { doc: opened, whole } = open(document)
  expect(whole).toBe(true)
  expect(opened.toJSON()).toEqual(document)
})

test('an unknown block stays as words, and its neighbours as they were', () => {
  const { doc: opened, whole } = open(
    doc(p('One'), { type: 'hologram', attrs: { title: 'Ship' }, content: [text('in a bottle')] }, p('Three')),
  )
  expect(whole).toBe(false)
  expect(opened.toJSON()).toEqual(doc(p('One'), p('Ship in a bottle'), p('Three')))
})

test('a known block with something unknown in it keeps the rest', () => {
  const list = {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [p('a'), { type: 'hologram', content: [text('b')] }] }],
  }
  const { doc: opened } = open(doc(list))
  expect(opened.firstChild?.type.name).toBe('bulletList')
  expect(opened.textContent).toBe('ab')
})

test('an unknown mark or thing in a line does not cost the line', () => {
  const line = {
    type: 'paragraph',
    content: [text('a'), { type: 'sticker', attrs: { text: 'b' } }, { ...text('c'), marks: [{ type: 'glow' }] }],
  }
  expect(open(doc(line)).doc.textContent.replace(/\s/g, '')).toBe('abc')
})

test('an empty or hollow document opens as an empty one', () => {
  expect(open(doc()).doc.childCount).toBe(1)
  expect(open(doc({ type: 'listItem' })).doc.textContent).toBe('')
})

test('whatever a document holds, none of its words is lost', () => {
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

test('one text becomes any other by changing what differs', () => {
  const editor = new Editor({ element: null, extensions: storyExtensions() })
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const { state } = editor
      const from = open(doc(...before)).doc
      const to = open(doc(...after)).doc
      const start = state.apply(state.tr.replaceWith(0, state.doc.content.size, from.content))
      const changed = changeInto(start, editor.schema.nodeFromJSON(to.toJSON()))
      expect((changed?.doc ?? start.doc).toJSON()).toEqual(to.toJSON())
    }),
    { numRuns: 200 },
  )
})

test('a letter more is a change of one letter', () => {
  const editor = new Editor({
    element: null,
    extensions: storyExtensions(),
    content: open(doc(p('One tw'), p('Three'))).doc.toJSON(),
  })
  const tr = changeInto(editor.state, editor.schema.nodeFromJSON(doc(p('One two'), p('Three'))))
  expect(tr?.steps.map((step) => step.toJSON())).toEqual([
    { stepType: 'replace', from: 7, to: 7, slice: { content: [text('o')] } },
  ])
})

test('undo walks back through earlier states, one by one, and nothing counts as a change', () => {
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
  replay(
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
