import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EditorHandle } from '#site/articles/editor/editor-props.ts'
import { aViewer, renderPage } from '#test/render-page.tsx'
import { ARTICLE_ID, fakeServer, paragraphs } from '#test/writing.ts'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import { memoryStore } from '#site/articles/writing/saving/memory-store.ts'
import { Outline } from './outline.tsx'
import { StoreContext } from './use-saving.ts'
import { useWritingState } from './use-writing-state.ts'

afterEach(cleanup)

const template = paragraphs('What every recipe needs.')

/** A new story whose editor loads on demand. */
async function aNewStory() {
  const server = fakeServer(null)
  const handle = {
    read: () => paragraphs(''),
    replace: vi.fn<EditorHandle['replace']>(),
    applyRemoteChanges: vi.fn<EditorHandle['applyRemoteChanges']>(),
    isComposing: () => false,
    focus: vi.fn<EditorHandle['focus']>(),
    find: () => false,
    selectPicture: () => {},
    watchOutline(listener) {
      listener({ headings: [{ level: 2, text: 'Beginning' }], current: -1 })
      return () => {}
    },
    goToHeading: () => {},
  } satisfies EditorHandle
  const store = memoryStore(true)
  const openStore = async () => store
  const begin = { articleId: ARTICLE_ID, article: null, fields: emptyFields('en') }
  function Paper() {
    const { writing, opened, handle: loaded, replaceBody, focusBody, onReady } = useWritingState(begin, () => {})
    const choose = () => {
      replaceBody(template)
      focusBody()
    }
    return (
      <>
        <input aria-label="Title" />
        {opened && <button onClick={choose}>Choose</button>}
        <button onClick={() => onReady(handle)}>Load the editor</button>
        <Outline editor={loaded} onJump={() => {}} />
        <output>{JSON.stringify(writing.fields.body)}</output>
      </>
    )
  }
  const Page = () => (
    <StoreContext value={openStore}>
      <Paper />
    </StoreContext>
  )
  await renderPage(Page, { api: server.api, viewer: aViewer })
  await screen.findByRole('button', { name: 'Choose' })
  // fireEvent, because these buttons must not take the focus.
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  return { server, handle, press }
}

test('an outline opened before the editor has loaded shows the headings once it has', async () => {
  const { press } = await aNewStory()
  screen.getByText(/^No headings yet/)
  await press('Load the editor')
  expect(screen.getByRole('button', { name: 'Beginning' })).toBeTruthy()
})

test('a text chosen before the editor has loaded is shown by the editor, and saved', async () => {
  const { server, handle, press } = await aNewStory()
  await press('Choose')
  expect(screen.getByRole('status').textContent).toContain('What every recipe needs.')
  await waitFor(() => expect(server.article?.body).toEqual(template), { timeout: 3000 })
  await press('Load the editor')
  expect(handle.replace).toHaveBeenCalledExactlyOnceWith(template)
  expect(handle.focus).toHaveBeenCalledExactlyOnceWith('start')
})

test('an editor that loads late does not move the focus', async () => {
  const { handle, press } = await aNewStory()
  await press('Choose')
  screen.getByRole('textbox', { name: 'Title' }).focus()
  await press('Load the editor')
  expect(handle.replace).toHaveBeenCalledExactlyOnceWith(template)
  expect(handle.focus).not.toHaveBeenCalled()
})

test('a text chosen after the editor has loaded is set in it directly', async () => {
  const { handle, press } = await aNewStory()
  await press('Load the editor')
  expect(handle.replace).not.toHaveBeenCalled()
  await press('Choose')
  expect(handle.replace).toHaveBeenCalledExactlyOnceWith(template)
  expect(handle.focus).toHaveBeenCalledExactlyOnceWith('start')
})
