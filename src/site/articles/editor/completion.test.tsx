import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { doc, openEditor } from '#test/open-editor.tsx'
import type { Answers } from '#test/render-page.tsx'

async function open(text = '', answers: Answers = {}) {
  const opened = await openEditor({ initial: doc(text) }, answers)
  await opened.focus('end')
  return { ...opened, inline: () => opened.handle.read().content[0]?.content }
}

describe('emoji', () => {
  test('are found by name and chosen by keyboard', async () => {
    const { user, box, inline } = await open()
    await user.keyboard('Yes :tad')
    const list = await screen.findByRole('listbox', { name: 'Emoji' })
    expect(box.getAttribute('aria-controls')).toBe(list.id)
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('🎉'))
    await user.keyboard('{Enter}!')
    expect(inline()).toEqual([{ type: 'text', text: 'Yes 🎉!' }])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('a whole shortcode is replaced', async () => {
    const { user, inline } = await open()
    await user.keyboard(':tada')
    await screen.findByRole('listbox', { name: 'Emoji' })
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain(':tada:'))
    await user.keyboard(':')
    expect(inline()).toEqual([{ type: 'text', text: '🎉' }])
  })

  test('Escape leaves the text, also while typing goes on', async () => {
    const { user, inline } = await open()
    await user.keyboard(':tad')
    await screen.findByRole('listbox', { name: 'Emoji' })
    await user.keyboard('{Escape}a')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.keyboard('{Enter}')
    expect(inline()).toEqual([{ type: 'text', text: ':tada' }])
  })

  test('a time or a list of words is not completed', async () => {
    const { user } = await open()
    await user.keyboard('At 10:30 note:this')
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

test('a person is found by name and inserted as a link to their profile', async () => {
  const maren = { id: 'p1', handle: 'maren', name: 'Maren Holt', about: '', avatar: null }
  const { user, inline, asked } = await open('', { 'GET /api/people': () => [maren] })
  await user.keyboard('By @mar')
  await screen.findByRole('listbox', { name: 'People' })
  await waitFor(() => expect(asked('GET /api/people').at(-1)).toMatchObject({ input: { query: { q: 'mar' } } }))
  await waitFor(() => expect(screen.getByRole('option').textContent).toBe('Maren Holt@maren'))
  await user.keyboard('{Enter} too')
  expect(inline()).toEqual([
    { type: 'text', text: 'By ' },
    { type: 'text', text: 'Maren Holt', marks: [{ type: 'link', attrs: { href: '/user/maren' } }] },
    { type: 'text', text: ' too' },
  ])
})

test('options of an earlier query stay in the list, but none is active', async () => {
  const maren = { id: 'p1', handle: 'maren', name: 'Maren Holt', about: '', avatar: null }
  let answer: () => unknown = () => [maren]
  const { user, box } = await open('', { 'GET /api/people': () => answer() })
  await user.keyboard('@mar')
  await screen.findByRole('option', { selected: true })
  answer = () => new Promise(() => {})
  await user.keyboard('e')
  await waitFor(() => expect(screen.getByRole('option').getAttribute('aria-selected')).toBe('false'))
  expect(box.hasAttribute('aria-activedescendant')).toBe(false)
})

describe('words in the link form', () => {
  const answers: Answers = {
    'GET /api/articles': () => ({ items: [{ ref: 'long-way', title: 'The long way home' }], next: null }),
    'GET /api/search/suggest': () => ({
      stories: [
        { slug: 'long-way', title: 'The long way home', author: 'Ada' },
        { slug: 'short-way', title: 'The short way', author: 'Maren' },
      ],
      creators: [],
      tags: [],
      categories: [],
    }),
  }

  test('search the stories, own first, and a result becomes the link', async () => {
    const { user, handle, inline } = await open('One way', answers)
    act(() => void handle.find('way'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'the way')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['The long way homeYour story', 'The short wayMaren'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(inline()?.[1]).toEqual({
      type: 'text',
      text: 'way',
      marks: [{ type: 'link', attrs: { href: '/story/short-way' } }],
    })
  })

  test('without a selection insert the title, and without a choice are refused', async () => {
    const { user, inline } = await open('See ', answers)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(screen.getByLabelText('URL'), 'the way')
    await screen.findAllByRole('option')
    const field = screen.getByLabelText('URL')
    await user.keyboard('{ArrowDown}')
    expect(field.hasAttribute('aria-activedescendant')).toBe(true)
    await user.keyboard('s')
    expect(field.hasAttribute('aria-activedescendant')).toBe(false)
    await user.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('URL')
    await user.click(screen.getByRole('option', { name: /Your story/ }))
    expect(inline()?.[1]).toMatchObject({ text: 'The long way home', marks: [{ attrs: { href: '/story/long-way' } }] })
  })
})
