import { expect, test } from 'vitest'
import { aText, anArticleInReview } from '#test/desk-items.ts'
import { checkAutomatically, isValidLink } from './automatic-checks.ts'

const failed = (article: Parameters<typeof checkAutomatically>[0]) =>
  checkAutomatically(article).flatMap(({ name, passed }) => (passed ? [] : [name]))

test('an empty story fails what can be missing', () => {
  expect(failed(anArticleInReview({ words: 40 }))).toEqual([
    'Cover with alt text',
    'Category',
    'At least one tag',
    'Excerpt or description',
    'Length',
  ])
})

test('a complete story passes', () => {
  const complete = anArticleInReview({
    cover: { media: null, alt: 'A hedge', focus: null },
    category: 'nature',
    tags: ['hedges'],
    seoDescription: 'About hedges',
    words: 900,
  })
  expect(failed(complete)).toEqual([])
})

test('pictures without alt text and bad addresses are found at any depth', () => {
  const body = aText('Text')
  const [first] = body.content
  const link = { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'https://localhost' } }] }
  const picture = { type: 'image', attrs: { alt: ' ' } }
  const nested = { type: 'gallery', content: [picture, { type: 'image', attrs: { alt: 'A hedge' } }] }
  const checks = checkAutomatically(
    anArticleInReview({
      body: { ...body, content: [...(first ? [first] : []), { type: 'paragraph', content: [link] }, nested] },
    }),
  )
  const detail = (name: string) => checks.find((check) => check.name === name)?.detail
  expect(detail('Alt text for every picture')).toBe('1 of 2 pictures in the text has no alt text.')
  expect(detail('Valid links')).toBe('Check this address: https://localhost')
})

test.each([
  ['https://example.com/a?b#c', true],
  ['/story/one', true],
  ['#footnote', true],
  ['mailto:ada@example.com', true],
  ['tel:+49123', true],
  ['http://[::1]/', true],
  ['https://', false],
  ['https://example', false],
  ['https://exa mple.com', false],
  ['//example.com', false],
  ['mailto:ada', false],
  ['example.com', false],
])('%s is a valid link: %s', (href, valid) => {
  expect(isValidLink(href)).toBe(valid)
})
