import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Node } from '#contract/document/document.ts'
import { doc, line, openEditor } from '#test/open-editor.tsx'
import type { Answers } from '#test/render-page.tsx'
import { pasteInto } from '#test/story-textbox.ts'

const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const looked = {
  address: film,
  title: 'A film',
  description: '',
  site: 'YouTube',
  author: '',
  provider: 'youtube',
  frame: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ratio: 16 / 9,
}

async function open(content: Node[] = [line()], answers: Answers = { 'POST /api/links/look': () => looked }) {
  const opened = await openEditor({ initial: doc(...content) }, answers)
  await opened.focus('end')
  const type = async (text: string) => {
    // In userEvent, brackets and braces are escaped by doubling them.
    await opened.user.keyboard(text.replace(/[[{]/g, '$&$&'))
  }
  return { ...opened, type, read: () => opened.handle.read().content }
}

const undo = '{Control>}z{/Control}'

describe('typed marks', () => {
  test.each([
    ['x^2^', 'superscript', 'x', '2'],
    ['2^2^', 'superscript', '2', '2'],
    ['H~2~', 'subscript', 'H', '2'],
    ['a ==key==', 'highlight', 'a ', 'key'],
    ['a ~~key~~', 'strike', 'a ', 'key'],
  ])('%s', async (typed, mark, before, text) => {
    const { type, read } = await open()
    await type(typed)
    expect(read()[0]?.content).toEqual([
      { type: 'text', text: before },
      { type: 'text', text, marks: [{ type: mark }] },
    ])
  })

  test('shortcuts toggle them', async () => {
    const { user, read } = await open()
    await user.keyboard('x{Control>}.{/Control}2{Control>}.{Control>},{/Control}3')
    expect(read()[0]?.content?.map(({ marks }) => marks?.[0]?.type)).toEqual([undefined, 'superscript', 'subscript'])
  })
})

describe('typed formulas', () => {
  test('a formula ends before a space, and amounts of money stay text', async () => {
    const { type, read } = await open()
    await type('From $5-$10 to $a^2$ and')
    expect(read()[0]?.content).toEqual([
      { type: 'text', text: 'From $5-$10 to ' },
      { type: 'inlineMath', attrs: { latex: 'a^2' } },
      { type: 'text', text: ' and' },
    ])
  })

  test('a formula is not changed while it is typed', async () => {
    const { type, read } = await open()
    await type(`For $5, x^2^ and $a^2+b^2 = f'(x)...$ and `)
    expect(read()[0]?.content).toEqual([
      { type: 'text', text: 'For $5, x' },
      { type: 'text', text: '2', marks: [{ type: 'superscript' }] },
      { type: 'text', text: ' and ' },
      { type: 'inlineMath', attrs: { latex: "a^2+b^2 = f'(x)..." } },
      { type: 'text', text: ' and ' },
    ])
  })

  test('a formula at the end of a line is taken on Enter', async () => {
    const { type, user, read } = await open()
    await type('So $x$')
    await user.keyboard('{Enter}')
    expect(read()[0]?.content?.[1]).toEqual({ type: 'inlineMath', attrs: { latex: 'x' } })
    expect(read()).toHaveLength(2)
  })

  test('two signs alone on a line make a block', async () => {
    const { type, user, read } = await open()
    await type('$$x^2$$')
    expect(read()[0]).toEqual({ type: 'blockMath', attrs: { latex: 'x^2' } })
    await type('$$')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('textbox', { name: 'LaTeX' })).toBeTruthy()
  })
})

test.each([
  ['NOTE', 'note'],
  ['caution', 'warning'],
])('typed > [!%s] becomes a callout', async (kind, tone) => {
  const { type, read } = await open()
  await type(`> [!${kind}] Mind`)
  expect(read()[0]).toMatchObject({ type: 'callout', attrs: { tone }, content: [line('Mind')] })
})

test('a typed footnote text is joined with its reference on Enter, and one undo brings it back', async () => {
  const { type, user, read } = await open([line('One[^1] and[^2].'), line()])
  await type('[^1]: Not quite one')
  await user.keyboard('{Enter}')
  expect(read()[0]?.content?.[1]).toEqual({ type: 'footnote', attrs: { text: 'Not quite one' } })
  expect(read()[0]?.content?.[2]).toEqual({ type: 'text', text: ' and[^2].' })
  expect(read()[1]).toEqual(line())
  await user.keyboard(undo)
  expect(read()).toEqual([line('One[^1] and[^2].'), line('[^1]: Not quite one')])
})

describe('the address of a video alone on a line', () => {
  const link = { type: 'text', text: film, marks: [{ type: 'link', attrs: { href: film } }] }

  test('is embedded on Enter, undo goes back to a link, and that one stays', async () => {
    const { type, user, read } = await open()
    await type(film)
    await user.keyboard('{Enter}')
    expect(read().map(({ type: name }) => name)).toEqual(['embed', 'paragraph'])
    await waitFor(() => expect(read()[0]?.attrs).toMatchObject({ provider: 'youtube', title: 'A film', address: film }))
    await user.keyboard(undo)
    expect(read()[0]).toEqual({ type: 'paragraph', content: [link] })
    await user.keyboard('{Enter}after')
    expect(read()).toEqual([{ type: 'paragraph', content: [link] }, line('after')])
    // The same address on another line.
    await user.keyboard('{Enter}')
    await type(`${film} `)
    await user.keyboard('{Enter}')
    expect(read().map(({ type: name }) => name)).toEqual(['paragraph', 'paragraph', 'embed', 'paragraph'])
  })

  test('is embedded when pasted, also among other lines, and undo goes back to a link', async () => {
    const { box, user, read } = await open()
    await pasteInto(box, { 'text/plain': film })
    await waitFor(() => expect(read()[0]?.type).toBe('embed'))
    await user.keyboard(undo)
    expect(read()[0]).toEqual({ type: 'paragraph', content: [link] })
    await user.keyboard('{Enter}')
    expect(read()).toEqual([{ type: 'paragraph', content: [link] }, line()])
    await user.keyboard(undo + undo)
    await pasteInto(box, { 'text/html': `<p>One</p><p>${film}</p><p>Two ${film}</p>` })
    await waitFor(() => expect(read().map(({ type: name }) => name)).toEqual(['paragraph', 'embed', 'paragraph']))
  })

  test('is embedded without a title when the page is unreachable', async () => {
    const refuse = () => {
      throw new Error('Unreachable')
    }
    const { box, read } = await open([line()], { 'POST /api/links/look': refuse })
    await pasteInto(box, { 'text/plain': film })
    await waitFor(() => expect(read()[0]?.attrs).toMatchObject({ provider: 'youtube', frame: looked.frame, title: '' }))
  })
})

test('pasted Markdown becomes marks, footnotes, formulas and callouts', async () => {
  const { box, read } = await open()
  await pasteInto(box, { 'text/plain': 'x^2^ and $y$[^1]\n\n> [!TIP]\n> Try\n\n$$\nz\n$$\n\n[^1]: Note' })
  await waitFor(() =>
    expect(
      read()
        .map(({ type: name }) => name)
        .slice(0, 3),
    ).toEqual(['paragraph', 'callout', 'blockMath']),
  )
  expect(read()[0]?.content).toEqual([
    { type: 'text', text: 'x' },
    { type: 'text', text: '2', marks: [{ type: 'superscript' }] },
    { type: 'text', text: ' and ' },
    { type: 'inlineMath', attrs: { latex: 'y' } },
    { type: 'footnote', attrs: { text: 'Note' } },
  ])
  expect(read()[1]).toMatchObject({ attrs: { tone: 'tip' }, content: [line('Try')] })
  expect(read()[2]).toEqual({ type: 'blockMath', attrs: { latex: 'z' } })
})
