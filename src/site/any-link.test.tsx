import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ownServices } from '#contract/firebase/services.ts'
import { AnyLink } from './any-link.tsx'
import { type Boot, BootContext, linkPrefixOf } from './page.ts'
import { LinkPrefix } from './ui/link.tsx'

afterEach(cleanup)

function show(to: string, mode: Boot['mode'] = 'history') {
  const boot: Boot = {
    base: '/base/',
    mode,
    build: '',
    iconHosts: [],
    bucket: '',
    services: ownServices,
    development: false,
  }
  render(
    <BootContext value={boot}>
      <LinkPrefix value={linkPrefixOf(boot)}>
        <AnyLink to={to}>Read</AnyLink>
      </LinkPrefix>
    </BootContext>,
  )
  const link = screen.getByRole('link')
  return { href: link.getAttribute('href'), isFollowed: 'link' in link.dataset }
}

test.each(['/', '/about', '/latest?category=bread#top', '/story/latch', '/About/'])(
  '%s is a page of the router',
  (to) => {
    expect(show(to)).toEqual({ href: `/base${to}`, isFollowed: true })
  },
)

test.each(['/feed.xml', '/atom.xml', '/sitemap.xml', '/api/openapi.json'])('the browser loads %s', (to) => {
  expect(show(to)).toEqual({ href: `/base${to}`, isFollowed: false })
})

test('in hash mode only pages have a hash', () => {
  expect(show('/about', 'hash')).toEqual({ href: '#/about', isFollowed: true })
  cleanup()
  expect(show('/feed.xml', 'hash')).toEqual({ href: '/base/feed.xml', isFollowed: false })
})

test('other sites are linked as they are', () => {
  expect(show('https://example.org/about')).toEqual({ href: 'https://example.org/about', isFollowed: false })
})
