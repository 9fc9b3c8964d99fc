import { Editor } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { StarterKit } from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { codeColours } from './code-colours.ts'

/** Without its controls, which only React draws. */
const PlainCode = CodeBlock.extend({ addProseMirrorPlugins: () => [codeColours('codeBlock')] })

const code = (text: string, language: string | null) => ({
  type: 'codeBlock',
  attrs: { language },
  content: [{ type: 'text', text }],
})

test('code gets its colours once the grammars are there, and keeps them where they belong', async () => {
  const editor = new Editor({
    extensions: [StarterKit.configure({ codeBlock: false }), PlainCode],
    content: {
      type: 'doc',
      content: [{ type: 'paragraph' }, code('const a = 1', 'javascript'), code('const b = 2', null)],
    },
  })
  const coloured = () => [...editor.view.dom.querySelectorAll('.hljs-keyword')].map(({ textContent }) => textContent)
  await expect.poll(coloured).toEqual(['const'])
  editor.commands.insertContentAt(1, 'Some words above. ')
  expect(coloured()).toEqual(['const'])
  expect(editor.view.dom.querySelector('.hljs-number')?.textContent).toBe('1')
  editor.commands.insertContentAt(editor.state.doc.content.size, code('return 3', 'javascript'))
  await expect.poll(coloured).toEqual(['const', 'return'])
  editor.commands.undo()
  await expect.poll(coloured).toEqual(['const'])
  editor.destroy()
})
