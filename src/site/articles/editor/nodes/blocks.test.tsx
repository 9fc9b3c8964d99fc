import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor, JSONContent } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import { everyBlock } from '#test/every-block.ts'
import { type InjectedFailure, aFile, fakeStorage } from '#test/fake-storage.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { someMedia, withStorage } from '#test/upload-page.tsx'
import { readDocument } from '#site/articles/editor/editor-handle.ts'
import { storyExtensions } from '#site/articles/editor/extensions.ts'
import { useEditorServices } from './editor-services.ts'

const words = (...lines: string[]): Document => ({
  type: 'doc',
  content: lines.map((text) =>
    text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] },
  ),
})

function aGate() {
  let resolve = () => {}
  const promise = new Promise<void>((go) => {
    resolve = go
  })
  return { promise, resolve: () => resolve() }
}

async function open(
  initial: Document,
  { answers = {}, trouble }: { answers?: Answers; trouble?: InjectedFailure } = {},
) {
  let opened: Editor | null = null
  const ready = (editor: Editor) => {
    opened = editor
  }
  function Page() {
    const services = useEditorServices()
    const editor = useEditor({ extensions: storyExtensions({ services }), content: initial as JSONContent })
    useEffect(() => ready(editor), [editor])
    return <EditorContent editor={editor} />
  }
  const { api } = fakeApi({ 'POST /api/media': () => someMedia(), ...answers })
  await renderPage(withStorage(Page, fakeStorage(trouble ? { trouble } : {})), { api, viewer: aViewer })
  await waitFor(() => expect(opened).not.toBeNull())
  const editor = opened as unknown as Editor
  const content = () => readDocument(editor).content
  const kinds = () => content().map(({ type }) => type)
  const run = (how: (editor: Editor) => unknown) => act(async () => void how(editor))
  return { editor, content, kinds, run }
}

test('an uploading picture is not in the document, and is inserted in one undo step', async () => {
  const gate = aGate()
  const answers: Answers = { 'POST /api/media': () => gate.promise.then(() => someMedia()) }
  const { editor, content, kinds, run } = await open(words('Before', 'After'), { answers })
  await run(() =>
    editor
      .chain()
      .setTextSelection(3)
      .insertImages([aFile(10)])
      .run(),
  )
  await screen.findByLabelText(/Uploading/)
  expect(kinds()).toEqual(['paragraph', 'paragraph'])
  gate.resolve()
  await waitFor(() => expect(kinds()).toEqual(['paragraph', 'image', 'paragraph']))
  expect(content()[1]?.attrs).toEqual({
    media: 'aaaaaaaaaaaaaaaaaaaa',
    src: '/media/aaaaaaaaaaaaaaaaaaaa',
    alt: 'A gate',
    caption: '',
    size: 'text',
    width: 900,
    height: 600,
  })
  await run(() => editor.commands.undo())
  expect(kinds()).toEqual(['paragraph', 'paragraph'])
  await run(() => editor.commands.redo())
  expect(kinds()).toEqual(['paragraph', 'image', 'paragraph'])
})

test('several pictures keep the chosen order, whichever uploads first', async () => {
  const gate = aGate()
  const media = (id: string) => someMedia({ id: id.repeat(20) })
  const { editor, content, run } = await open(words('', 'After'), {
    answers: {
      'POST /api/media': async ({ body }) => {
        if (body?.['name'] === 'a.png') await gate.promise
        return media(String(body?.['name']).charAt(0))
      },
    },
  })
  await run(() =>
    editor
      .chain()
      .setTextSelection(1)
      .insertImages([aFile(10, 'a.png'), aFile(10, 'b.png')])
      .run(),
  )
  const ids = () => content().flatMap(({ type, attrs }) => (type === 'image' ? [attrs?.['media']] : []))
  await waitFor(() => expect(ids()).toEqual(['b'.repeat(20)]))
  gate.resolve()
  await waitFor(() => expect(ids()).toEqual(['a'.repeat(20), 'b'.repeat(20)]))
})

test('a failed upload shows the reason, can be retried, and leaves nothing behind when dismissed', async () => {
  let broken = true
  const { editor, kinds, run } = await open(words('Words'), { trouble: () => (broken ? 403 : undefined) })
  await run(() => editor.commands.insertFile(aFile(10, 'map.pdf')))
  await screen.findByText(/was not uploaded\. You don’t have permission to upload files here\./)
  // The writer continues in a paragraph below.
  expect(kinds()).toEqual(['paragraph', 'paragraph'])
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/was not uploaded/)).toBeNull())
  expect(kinds()).toEqual(['paragraph'])

  await run(() => editor.commands.insertFile(aFile(10, 'map.pdf')))
  await screen.findByRole('button', { name: 'Try again' })
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(kinds()).toContain('file'))
})

test('deleting a pending block cancels its upload', async () => {
  const { editor, kinds, run } = await open(words('One', 'Two'), { trouble: () => 503 })
  await run(() =>
    editor
      .chain()
      .setTextSelection(2)
      .insertImages([aFile(10)])
      .run(),
  )
  expect(screen.getByLabelText(/Uploading/)).toBeTruthy()
  await run(() => editor.commands.setContent(words('Another text') as JSONContent))
  expect(screen.queryByLabelText(/Uploading/)).toBeNull()
  expect(editor.storage.pending.queue.rows()).toEqual([])
  expect(kinds()).toEqual(['paragraph'])
})

test('a gallery is inserted when all its pictures are uploaded', async () => {
  const { editor, content, kinds, run } = await open(words(''))
  await run(() => editor.commands.insertGallery([aFile(10, 'a.png'), aFile(10, 'b.png')]))
  await waitFor(() => expect(kinds()).toContain('gallery'))
  expect(content().find(({ type }) => type === 'gallery')?.content).toHaveLength(2)
})

test('gallery pictures are moved, moved out and merged with their buttons', async () => {
  const image = (alt: string) => ({ type: 'image', attrs: { media: null, src: `/art/${alt}.svg`, alt } })
  const gallery = { type: 'gallery', attrs: { caption: '' }, content: ['a', 'b', 'c'].map(image) }
  const { editor, content, kinds, run } = await open({ type: 'doc', content: [gallery, { type: 'paragraph' }] })
  const alts = () => content()[0]?.content?.map(({ attrs }) => attrs?.['alt'])
  await run(() => editor.commands.setNodeSelection(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Move after' }))
  expect(alts()).toEqual(['a', 'c', 'b'])
  expect(screen.getByRole('toolbar', { name: 'Picture 3 of 3' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Move out of gallery' }))
  expect(alts()).toEqual(['a', 'c'])
  expect(kinds()).toEqual(['gallery', 'image', 'paragraph'])
  await userEvent.click(await screen.findByRole('button', { name: 'Create gallery' }))
  expect(alts()).toEqual(['a', 'c', 'b'])
})

test('deleting the last picture deletes the gallery', async () => {
  const gallery = { type: 'gallery', content: [{ type: 'image', attrs: { src: '/art/a.svg' } }] }
  const { editor, kinds, run } = await open({ type: 'doc', content: [gallery, { type: 'paragraph' }] })
  await run(() => editor.commands.setNodeSelection(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(kinds()).toEqual(['paragraph'])
})

test('a URL becomes a card; an unreachable one becomes a plain card', async () => {
  const looked = {
    address: 'https://a.example/',
    title: 'A walk',
    description: '',
    site: 'A',
    author: '',
    provider: 'youtube',
    frame: 'https://frame.example/1',
    ratio: 1.5,
  }
  const answers: Answers = {
    'POST /api/links/look': ({ body }) => {
      if (body?.['address'] === 'https://b.example') throw new Refusal('unreachable')
      return looked
    },
  }
  const { editor, content, run } = await open(words(''), { answers })
  await run(() => editor.commands.insertEmbed('https://a.example/'))
  const embed = () => content().find(({ type }) => type === 'embed')?.attrs
  await waitFor(() => expect(embed()).toMatchObject({ title: 'A walk', provider: 'youtube', ratio: 1.5 }))
  await run(() => editor.commands.clearContent())
  await run(() => editor.commands.insertEmbed('b.example'))
  await waitFor(() =>
    expect(embed()).toEqual({
      provider: 'link',
      address: 'https://b.example',
      frame: null,
      ratio: null,
      title: '',
      description: '',
      author: '',
      site: 'b.example',
    }),
  )
})

test('an embed without a URL shows a form outside the document', async () => {
  const { editor, kinds, run } = await open(words(''))
  await run(() => editor.commands.insertEmbed())
  await userEvent.type(screen.getByRole('textbox', { name: 'URL to embed' }), 'nothing like it{Enter}')
  screen.getByRole('alert')
  expect(kinds()).toEqual(['paragraph'])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('textbox', { name: 'URL to embed' })).toBeNull()
})

test('a new footnote opens its popover, and an empty one is removed', async () => {
  const { editor, content, run } = await open(words('Words'))
  await run(() => editor.chain().setTextSelection(6).insertFootnote().run())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Footnote' }), 'As told{Enter}')
  const line = () => content()[0]?.content?.map(({ type, attrs }) => attrs?.['text'] ?? type)
  await waitFor(() => expect(line()).toEqual(['text', 'As told']))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Footnote' })).toBeNull())
  await run(() => editor.chain().setTextSelection(2).insertFootnote().run())
  await screen.findByRole('textbox', { name: 'Footnote' })
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(line()).toEqual(['text', 'As told']))
})

test('there is one members-only line: inserting or pasting another moves it', async () => {
  const { editor, kinds, run } = await open(words('One', 'Two', 'Three'))
  await run(() => editor.chain().setTextSelection(2).insertMembersLine().run())
  expect(kinds()).toEqual(['paragraph', 'membersLine', 'paragraph', 'paragraph'])
  await run(() => editor.chain().setTextSelection(9).insertMembersLine().run())
  expect(kinds()).toEqual(['paragraph', 'paragraph', 'membersLine', 'paragraph'])
  await run(() => editor.commands.insertContentAt(0, { type: 'membersLine' }))
  expect(kinds()).toEqual(['membersLine', 'paragraph', 'paragraph', 'paragraph'])
  await run(() => editor.commands.undo())
  expect(kinds()).toEqual(['paragraph', 'paragraph', 'membersLine', 'paragraph'])
})

test('a members-only line inserted inside a list goes below it', async () => {
  const item = { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One' }] }] }
  const list = { type: 'bulletList', content: [item] }
  const { editor, kinds, run } = await open({ type: 'doc', content: [list, { type: 'paragraph' }] })
  await run(() => editor.chain().setTextSelection(4).insertMembersLine().run())
  expect(kinds()).toEqual(['bulletList', 'membersLine', 'paragraph'])
})

test('a paragraph becomes the summary of a toggle, and Backspace reverts it', async () => {
  const { editor, kinds, run } = await open(words('Words', ''))
  await run(() => editor.chain().setTextSelection(3).insertToggle().run())
  expect(kinds()).toEqual(['toggle', 'paragraph'])
  expect(editor.state.selection.$from.parent.textContent).toBe('Words')
  await run(() => editor.commands.setTextSelection(2))
  await run(() => editor.commands.keyboardShortcut('Backspace'))
  expect(kinds()).toEqual(['paragraph', 'paragraph'])
})

test('every block survives copy and paste', async () => {
  const { editor, run } = await open(everyBlock)
  const before = editor.getJSON()
  await run(() => {
    editor.commands.selectAll()
    const { dom } = editor.view.serializeForClipboard(editor.state.selection.content())
    editor.commands.clearContent()
    editor.view.pasteHTML(dom.innerHTML)
  })
  expect(editor.getJSON()).toEqual(before)
})

test.each([
  ['<figure data-node="image"><img src="https://elsewhere.example/a.png"></figure>', ['paragraph']],
  ['<img src="//elsewhere.example/a.png">', ['paragraph']],
  ['<div data-node="embed" data-address="javascript:alert(1)"></div>', ['paragraph']],
  ['<div data-node="button" data-href="javascript:alert(1)" data-label="x"></div>', ['paragraph']],
  ['<div data-node="file" data-media="no" data-href="/x"></div>', ['paragraph']],
])('%s is not parsed as a block', async (html, expected) => {
  const { editor, kinds, run } = await open(words(''))
  await run(() => editor.view.pasteHTML(html))
  expect(kinds()).toEqual(expected)
})

test('pasted HTML is reduced to the document schema', async () => {
  const { editor, content, run } = await open(words(''))
  await run(() =>
    editor.view.pasteHTML(
      '<h1 id="x" class="y">Title</h1><ol start="-4" type="a"><li>One</li></ol><p><a href="tel:1" target="_blank">call</a> <a href="https://a.example/" class="b" rel="c" title="d">go</a></p>',
    ),
  )
  const [title, list, line] = content()
  expect(title?.attrs).toEqual({ level: 2 })
  expect(list?.attrs).toEqual({ start: 1, type: null })
  expect(line?.content?.map(({ marks = [] }) => marks)).toEqual([
    [],
    [{ type: 'link', attrs: { href: 'https://a.example/' } }],
  ])
})

test('Enter takes the only match in the language field', async () => {
  const { content } = await open({
    type: 'doc',
    content: [{ type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'x' }] }],
  })
  await userEvent.click(screen.getByRole('combobox', { name: 'Language: Plain text' }))
  await userEvent.type(await screen.findByPlaceholderText('Search languages'), 'rus{Enter}')
  await waitFor(() => expect(content()[0]?.attrs).toEqual({ language: 'rust' }))
})
