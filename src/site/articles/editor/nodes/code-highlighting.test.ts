import { Editor } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { StarterKit } from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { codeHighlighting } from './code-highlighting.ts'

/** Without the React node view. */
const PlainCode = CodeBlock.extend({ addProseMirrorPlugins: () => [codeHighlighting('codeBlock')] })

const code = (text: string, language: string | null) => ({
  type: 'codeBlock',
  attrs: { language },
  content: [{ type: 'text', text }],
})

test('code is highlighted once the grammars load, and stays highlighted as the text moves', async () => {
  const editor = new Editor({
    extensions: [StarterKit.configure({ codeBlock: false }), PlainCode],
    content: {
      type: 'doc',
      content: [{ type: 'paragraph' }, code('const a = 1', 'javascript'), code('const b = 2', null)],
    },
  })
  const keywords = () => [...editor.view.dom.querySelectorAll('.hljs-keyword')].map(({ textContent }) => textContent)
  await expect.poll(keywords).toEqual(['const'])
  editor.commands.insertContentAt(1, 'Some words above. ')
  expect(keywords()).toEqual(['const'])
  expect(editor.view.dom.querySelector('.hljs-number')?.textContent).toBe('1')
  editor.commands.insertContentAt(editor.state.doc.content.size, code('return 3', 'javascript'))
  await expect.poll(keywords).toEqual(['const', 'return'])
  editor.commands.undo()
  await expect.poll(keywords).toEqual(['const'])
  editor.destroy()
})
