import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { doc, openEditor } from '#test/open-editor.tsx'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { pasteInto } from '#test/story-textbox.ts'
import { someMedia } from '#test/upload-page.tsx'
import { StoryEditor } from './editor.tsx'
import type { EditorHandle } from './editor-props.ts'

const types = (handle: EditorHandle) => handle.read().content.map(({ type }) => type)

test('the text box has the language and direction of the story', async () => {
  const { box } = await openEditor({ language: 'ar', initial: doc('مرحبا') })
  expect(box.getAttribute('lang')).toBe('ar')
  expect(box.getAttribute('dir')).toBe('rtl')
  expect(box.getAttribute('aria-multiline')).toBe('true')
  expect(box.classList.contains('story')).toBe(true)
})

test('opening does not report a change, with or without earlier states', async () => {
  const { handle, onChange } = await openEditor({ earlier: [doc('One'), doc('One tw')] })
  expect(handle.read()).toEqual(doc('One two'))
  expect(onChange).not.toHaveBeenCalled()
})

test('unknown content is shown as plain text, with a warning', async () => {
  const { handle, onChange } = await openEditor({
    initial: { type: 'doc', content: [{ type: 'hologram', content: [{ type: 'text', text: 'Kept' }] }] },
  })
  expect(handle.read()).toEqual(doc('Kept'))
  expect(screen.getByText(/shown as plain text/)).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})

test('an empty story shows the prompt, also after it changes', async () => {
  function Page() {
    const [prompt, setPrompt] = useState('Tell your story')
    return (
      <>
        <StoryEditor initial={doc('')} language="en" onChange={() => {}} prompt={prompt} />
        <button onClick={() => setPrompt('Why?')}>Choose</button>
      </>
    )
  }
  await renderPage(Page, { api: fakeApi({}).api, viewer: aViewer })
  const shown = () => screen.getByRole('textbox', { name: 'Story' }).firstElementChild?.getAttribute('data-placeholder')
  await waitFor(() => expect(shown()).toBe('Tell your story'))
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(shown()).toBe('Why?'))
})

test('replacing the document reports a change', async () => {
  const { handle, onChange } = await openEditor()
  await act(async () => handle.replace(doc('Three')))
  expect(onChange.mock.lastCall?.[0]()).toEqual(doc('Three'))
  expect(handle.find('hre')).toBe(true)
  expect(handle.find('four')).toBe(false)
})

test('a block is found by its text, however long it is', async () => {
  const long = `${'word '.repeat(20_000)}end`
  const { handle } = await openEditor({ initial: doc('One', long) })
  expect(handle.find(long)).toBe(true)
})

describe('the block menu', () => {
  async function openMenu() {
    const opened = await openEditor({ initial: doc('') })
    await opened.focus('end')
    await opened.user.keyboard('{Control>}/{/Control}')
    return opened
  }

  test('is a listbox with an active option that the arrow keys move', async () => {
    const { box, user } = await openMenu()
    const list = screen.getByRole('listbox', { name: 'Blocks' })
    expect(box.getAttribute('aria-controls')).toBe(list.id)
    const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(active()).toContain('Text')
    await user.keyboard('{ArrowDown}')
    expect(active()).toContain('Heading')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(active()).toContain('Members-only line')
  })

  test('inserts the active block on Enter and closes', async () => {
    const { handle, user } = await openMenu()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(types(handle)[0]).toBe('heading')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('closes on Escape without a change', async () => {
    const { handle, box, user } = await openMenu()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box.hasAttribute('aria-activedescendant')).toBe(false)
    expect(types(handle)).toEqual(['paragraph'])
  })

  test('opens after a letter for items within the text, and Enter there still starts a line', async () => {
    const { handle, focus, user } = await openEditor({ initial: doc('and') })
    await focus('end')
    await user.keyboard('/')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent?.split(/A /)[0])).toEqual([
      'Inline formula',
      'Footnote',
    ])
    await user.keyboard('{Enter}')
    expect(handle.read()).toEqual(doc('and/', ''))
    await user.keyboard('and/or{Enter}N/A{Enter}5 m/s{Enter}either/source{Enter}')
    expect(handle.read()).toEqual(doc('and/', 'and/or', 'N/A', '5 m/s', 'either/source', ''))
    await user.keyboard('or/fo')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(screen.queryByRole('option', { selected: true })).toBeNull()
    await user.keyboard('x')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('inserts a footnote right after a letter', async () => {
    const { handle, focus, user } = await openEditor({ initial: doc('One') })
    await focus('end')
    await user.keyboard('/foot{Enter}')
    expect(await screen.findByRole('textbox', { name: 'Footnote' })).toBeTruthy()
    await user.keyboard('A note{Enter}')
    expect(handle.read().content[0]?.content).toEqual([
      { type: 'text', text: 'One' },
      { type: 'footnote', attrs: { text: 'A note' } },
    ])
  })

  test('shows the shortcuts of the items that have one', async () => {
    await openMenu()
    expect(screen.getByRole('option', { name: /^Heading/ }).textContent).toContain('Ctrl+Alt+2')
    expect(screen.getByRole('option', { name: /^Task list/ }).textContent).toContain('Ctrl+Shift+9')
    expect(screen.getByRole('option', { name: /^Picture/ }).textContent).not.toContain('Ctrl')
  })

  test('lists every block type', async () => {
    await openMenu()
    for (const name of [
      'Pull quote',
      'Task list',
      'Picture',
      'Gallery',
      'Embed',
      'File',
      'Table',
      'Callout',
      'Toggle',
      'Footnote',
      'Button',
    ])
      expect(screen.getByRole('option', { name: new RegExp(`^${name}`) })).toBeTruthy()
  })
})

describe('a link', () => {
  const page = {
    address: '',
    title: 'About bees',
    description: '',
    site: 'Example',
    author: '',
    provider: 'link',
    frame: null,
    ratio: null,
  }

  test('links the selection and shows a preview', async () => {
    const { handle, user, asked } = await openEditor({}, { 'POST /api/links/look': () => page })
    act(() => void handle.find('two'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'bees.example')
    expect(await screen.findByText('About bees')).toBeTruthy()
    expect(asked('POST /api/links/look')).toMatchObject([{ input: { body: { address: 'https://bees.example/' } } }])
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(handle.read().content[0]?.content?.[1]).toEqual({
      type: 'text',
      text: 'two',
      marks: [{ type: 'link', attrs: { href: 'https://bees.example/' } }],
    })
  })

  test('returns the focus to the text at once, without waiting for a frame', async () => {
    const { handle, user } = await openEditor()
    act(() => void handle.find('two'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'bees.example')
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Story' }))
  })

  test('with a script URL is rejected with a message', async () => {
    const { handle, user } = await openEditor()
    act(() => void handle.find('two'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'javascript:alert(1){Enter}')
    expect(screen.getByRole('alert').textContent).toContain('not supported')
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('URL')).toBeNull()
    expect(handle.read()).toEqual(doc('One two'))
  })

  test('to an unreachable page can still be applied', async () => {
    const refuse = () => {
      throw new Error('Unreachable')
    }
    const { handle, user } = await openEditor({}, { 'POST /api/links/look': refuse })
    act(() => void handle.find('two'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'gone.example')
    expect(await screen.findByText(/No preview/)).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(JSON.stringify(handle.read())).toContain('https://gone.example/')
  })
})

test('matches are counted and replaced at once, and one undo restores them', async () => {
  const { handle, focus, user, box } = await openEditor({ initial: doc('one and one', 'One') })
  await focus('start')
  await user.keyboard('{Control>}f{/Control}')
  await user.type(screen.getByLabelText('Find'), 'one')
  expect(screen.getByText('1 of 3')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(screen.getByText('2 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Match case' }))
  expect(screen.getByText(/of 2/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.type(screen.getByLabelText('Replace with'), 'two')
  await user.click(screen.getByRole('button', { name: 'Replace all' }))
  expect(handle.read()).toEqual(doc('two and two', 'One'))
  await user.keyboard('{Escape}')
  expect(screen.queryByLabelText('Find')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('{Control>}z{/Control}')
  expect(handle.read()).toEqual(doc('one and one', 'One'))
})

test('after the last replacement, and after closing the bar, the caret is behind the replacement', async () => {
  const { handle, focus, user, box } = await openEditor({ initial: doc('one, one, end') })
  await focus('start')
  await user.keyboard('{Control>}f{/Control}')
  await user.type(screen.getByLabelText('Find'), 'one')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.type(screen.getByLabelText('Replace with'), 'two{Enter}')
  expect(handle.read()).toEqual(doc('two, one, end'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('!')
  expect(handle.read()).toEqual(doc('two!, one, end'))

  await user.keyboard('{Control>}f{/Control}')
  await user.type(screen.getByLabelText('Find'), 'one')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.type(screen.getByLabelText('Replace with'), 'six')
  await user.click(screen.getAllByRole('button', { name: 'Replace' })[1] ?? box)
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('?')
  expect(handle.read()).toEqual(doc('two!, six?, end'))
})

describe('pasting', () => {
  test('Markdown becomes blocks', async () => {
    const { handle, focus, box } = await openEditor({ initial: doc('') })
    await focus('end')
    await pasteInto(box, { 'text/plain': '# A title\n\n- one\n- two' })
    await waitFor(() => expect(types(handle).slice(0, 2)).toEqual(['heading', 'bulletList']))
  })

  test('pictures of a pasted page are imported, and a failed one stays a link', async () => {
    const { handle, focus, box } = await openEditor(
      { initial: doc('') },
      {
        'POST /api/links/picture': ({ body }) => {
          if (String(body?.['address']).includes('gone')) throw new Error('Not there')
          return someMedia()
        },
      },
    )
    await focus('end')
    await pasteInto(box, {
      'text/html':
        '<p>a</p><img src="https://x.example/bee.png" alt="A bee"><img src="https://x.example/gone.png" alt="A wasp"><p>b</p>',
    })
    await waitFor(() => expect(types(handle)).toEqual(['paragraph', 'image', 'paragraph', 'paragraph']))
    expect(handle.read().content[1]?.attrs).toMatchObject({ media: someMedia().id, alt: 'A bee' })
    expect(JSON.stringify(handle.read().content[2])).toContain('https://x.example/gone.png')
    expect(screen.getByText(/could not be imported/)).toBeTruthy()
  })

  test('a lone URL becomes a link that can be turned into a card', async () => {
    const { handle, focus, box } = await openEditor({ initial: doc('') })
    await focus('end')
    await pasteInto(box, { 'text/plain': 'https://example.org/a' })
    expect(JSON.stringify(handle.read())).toContain('"href":"https://example.org/a"')
    expect(screen.getByRole('button', { name: 'Show as a card' })).toBeTruthy()
  })
})

test('the word count is shown below the text', async () => {
  await openEditor({ initial: doc('one two three') })
  expect(await screen.findByText('3 words · 1 min read')).toBeTruthy()
})

test('the shortcuts are listed, and Backspace at the start leaves the text', async () => {
  const onLeaveStart = vi.fn<() => void>()
  const { focus, user } = await openEditor({ onLeaveStart })
  await focus('start')
  await user.keyboard('{Backspace}')
  expect(onLeaveStart).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})
