import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { StoryEditor } from '#site/articles/editor/editor.tsx'
import type { EditorHandle, StoryEditorProps } from '#site/articles/editor/editor-props.ts'
import { type Answers, aViewer, fakeApi, renderPage } from './render-page.tsx'

export const line = (text = ''): Node => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })
export const doc = (...content: (string | Node)[]): Document => ({
  type: 'doc',
  content: content.map((one) => (typeof one === 'string' ? line(one) : one)),
})

/** Opens the editor with `initial`, by default a short line. */
export async function openEditor(props: Partial<StoryEditorProps> = {}, answers: Answers = {}) {
  const onChange = vi.fn<StoryEditorProps['onChange']>()
  const onReady = vi.fn<(handle: EditorHandle) => void>()
  const { api, asked } = fakeApi(answers)
  const Page = () => (
    <StoryEditor initial={doc('One two')} language="en" onChange={onChange} onReady={onReady} {...props} />
  )
  await renderPage(Page, { api, viewer: aViewer })
  await waitFor(() => expect(onReady).toHaveBeenCalled())
  const handle = onReady.mock.lastCall?.[0]
  if (!handle) throw new Error('The editor did not open')
  const box = screen.getByRole('textbox', { name: 'Story' })
  const focus = async (where: 'start' | 'end') => {
    await act(async () => handle.focus(where))
    expect(document.activeElement).toBe(box)
  }
  return { handle, focus, onChange, asked, box, user: userEvent.setup() }
}
