import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor, JSONContent } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { aFile, fakeStorage } from '#test/fake-storage.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { someMedia, withStorage } from '#test/upload-page.tsx'
import { type Block, blocks } from './blocks.ts'
import { insertChosenBlock } from './slash-commands.ts'
import { storyExtensions } from './extensions.ts'
import { useEditorServices } from '#site/articles/editor/nodes/editor-services.ts'

const line = (text = ''): Node => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })
const button: Node = { type: 'button', attrs: { label: 'Old', href: '/old' } }
const LETTER = 'Q'
const docOf = (content: Node[]) => ({ type: 'doc', content }) as JSONContent

/** Content, and the index of the block with the caret. */
const places: Record<string, { content: Node[]; caret: number }> = {
  'an empty story': { content: [line()], caret: 0 },
  'an empty line between two': { content: [line('Above'), line(), line('Below')], caret: 1 },
  'the end of the last line': { content: [line('Above')], caret: 0 },
  'a line before a block without text': { content: [line('Above'), button, line('Below')], caret: 0 },
  'an empty line before a block without text': { content: [line('Above'), line(), button, line('Below')], caret: 1 },
}

// The file dialog selects this file at once.
beforeEach(() => {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function choose(this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [aFile(10, 'a.png')] })
    queueMicrotask(() => this.dispatchEvent(new Event('change')))
  })
})
afterEach(() => void vi.restoreAllMocks())

async function open(content: Node[]) {
  let opened: Editor | null = null
  const ready = (editor: Editor) => {
    opened = editor
  }
  function Page() {
    const services = useEditorServices()
    const editor = useEditor({ extensions: storyExtensions({ services }), content: docOf(content) })
    useEffect(() => ready(editor), [editor])
    return <EditorContent editor={editor} />
  }
  const { api } = fakeApi({ 'POST /api/media': () => someMedia(), 'POST /api/links/look': () => looked })
  await renderPage(withStorage(Page, fakeStorage({})), { api, viewer: aViewer })
  await waitFor(() => expect(opened).not.toBeNull())
  return opened as unknown as Editor
}

const looked = {
  address: 'https://a.example/',
  title: 'A walk',
  description: '',
  site: 'A',
  author: '',
  provider: 'link',
  frame: null,
  ratio: null,
}

async function fill(name: string, text: string) {
  // An existing block may have a field with the same label.
  const fields = await screen.findAllByRole('textbox', { name })
  const field = fields.find((found) => found.closest('form') ?? found.closest('[role="dialog"]'))
  if (!field) throw new Error(`No form asks for ${name}`)
  await userEvent.click(field)
  await userEvent.paste(text)
}

/** Fills the form a block shows before it is inserted. */
const answers: Record<string, () => Promise<void>> = {
  'embed': () => fill('URL to embed', 'https://a.example/'),
  'button': async () => {
    await fill('Button text', 'Go')
    await fill('URL', '/there')
  },
  'formula': () => fill('LaTeX', 'a'),
  'inline-formula': () => fill('LaTeX', 'a'),
  'footnote': () => fill('Footnote', 'As told'),
}

/** Node type that each block inserts. */
const nodeOf: Record<string, string> = {
  'text': 'paragraph',
  'heading': 'heading',
  'subheading': 'heading',
  'small-heading': 'heading',
  'quote': 'blockquote',
  'pull-quote': 'pullQuote',
  'code': 'codeBlock',
  'bullets': 'bulletList',
  'numbers': 'orderedList',
  'tasks': 'taskList',
  'picture': 'image',
  'gallery': 'gallery',
  'embed': 'embed',
  'file': 'file',
  'divider': 'horizontalRule',
  'table': 'table',
  'callout': 'callout',
  'toggle': 'toggle',
  'formula': 'blockMath',
  'inline-formula': 'inlineMath',
  'footnote': 'footnote',
  'button': 'button',
  'members-line': 'membersLine',
}
const withoutText = new Set(['picture', 'gallery', 'embed', 'file', 'divider', 'formula', 'button', 'members-line'])
const takesText = new Set(blocks.map(({ id }) => id).filter((id) => !withoutText.has(id)))

function holds(node: Node, wanted: (node: Node) => boolean): boolean {
  return wanted(node) || (node.content ?? []).some((child) => holds(child, wanted))
}

const isNew = (block: Block) => (node: Node) =>
  node.type === nodeOf[block.id] && !(node.type === 'button' && node.attrs?.['label'] === 'Old')
const isTyped = (node: Node) => node.type === 'text' && (node.text ?? '').includes(LETTER)

const contentOf = (editor: Editor) => (editor.getJSON() as unknown as Document).content
const oldButtons = (content: Node[]) => content.filter(({ attrs }) => attrs?.['label'] === 'Old').length

/** Puts the caret at the end of a line. */
function start(editor: Editor, { content, caret }: { content: Node[]; caret: number }) {
  editor.commands.setContent(docOf(content))
  const { doc, tr } = editor.state
  const before = content.slice(0, caret).reduce((sum, _, index) => sum + doc.child(index).nodeSize, 0)
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, before + 1 + doc.child(caret).content.size)))
  editor.view.focus()
}

test.each(blocks)('$name: the next character goes into or below the block and replaces nothing', async (block) => {
  const editor = await open([line()])
  for (const [place, given] of Object.entries(places)) {
    await act(async () => {
      start(editor, given)
      insertChosenBlock(editor, block)
    })
    const answer = answers[block.id]
    if (answer) {
      await answer()
      await userEvent.keyboard('{Enter}')
    }
    await waitFor(() => expect(contentOf(editor).some((node) => holds(node, isNew(block)))).toBe(true))
    await waitFor(() => expect(document.activeElement).toBe(editor.view.dom))
    await userEvent.keyboard(LETTER)

    const now = contentOf(editor)
    const made = now.findIndex((node) => holds(node, isNew(block)))
    const typed = now.findIndex((node) => holds(node, isTyped))
    const isInside = typed === made
    expect({ place, made: now[made], typed }).toEqual({
      place,
      made: expect.anything(),
      typed: isInside && takesText.has(block.id) ? made : made + 1,
    })
    if (!isInside) expect(now[typed]?.type).toBe('paragraph')
    expect(oldButtons(now)).toBe(oldButtons(given.content))
  }
})

test('three hyphens before a block without text do not replace that block', async () => {
  const editor = await open([line()])
  await act(async () => start(editor, { content: [line(), button, line('Below')], caret: 0 }))
  await userEvent.keyboard(`---${LETTER}`)
  expect(contentOf(editor).map(({ type }) => type)).toEqual(['horizontalRule', 'paragraph', 'button', 'paragraph'])
  expect(holds(contentOf(editor)[1] ?? line(), isTyped)).toBe(true)
})
