import { expect, test } from 'vitest'
import { ownServices } from '#contract/firebase/services.ts'
import type { Boot } from '#site/page.ts'
import { parseActionLink } from './action-link.ts'
import { safeNext, withNext } from './next-path.ts'

test.each(['/articles', '/latest?tag=work', '/story/latch#end', '/story/%D8%B2', '/a/../articles?x=//y'])(
  '%s is an allowed next path',
  (next) => {
    expect(safeNext(next).startsWith('/')).toBe(true)
    expect(new URL(safeNext(next), 'http://here.invalid').href).toBe(new URL(next, 'http://here.invalid').href)
  },
)

test.each([
  null,
  '',
  'articles',
  'https://example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  '/\n/example.com',
  '/..//example.com',
  '/.\\/example.com',
  '/a/..//example.com',
  'javascript:alert(1)',
  '/auth/newauth?next=/x',
])('%j is replaced by the home page', (next) => {
  expect(safeNext(next)).toBe('/')
})

test('the next path is passed along', () => {
  expect(withNext('/auth/newsignup', '/')).toBe('/auth/newsignup')
  expect(withNext('/auth/newsignup', '/latest?tag=a')).toBe('/auth/newsignup?next=%2Flatest%3Ftag%3Da')
})

const boot: Boot = {
  base: '/blog/',
  mode: 'history',
  build: '',
  iconHosts: [],
  bucket: '',
  services: ownServices,
  development: false,
}

test('an emailed link continues only to this site, below its base', () => {
  const nextOf = (address: string) =>
    parseActionLink(`?mode=signIn&oobCode=x&continueUrl=${encodeURIComponent(address)}`, boot, 'https://here.org').next
  expect(nextOf('https://here.org/blog/articles?a=1')).toBe('/articles?a=1')
  expect(nextOf('https://elsewhere.org/blog/articles')).toBe('/')
  expect(nextOf('javascript:alert(1)')).toBe('/')
})

test('modes of emailed links map to action kinds', () => {
  expect(parseActionLink('?mode=verifyAndChangeEmail&oobCode=abc&email=a%40b.org', boot, 'https://here.org')).toEqual({
    kind: 'change',
    code: 'abc',
    email: 'a@b.org',
    next: '/',
  })
  expect(parseActionLink('?mode=whatever', boot, 'https://here.org')).toMatchObject({ kind: null, code: '' })
})
