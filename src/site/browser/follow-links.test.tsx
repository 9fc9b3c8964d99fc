import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link, LinkPrefix, isCurrent } from '#site/ui/link.tsx'
import { LATE } from './first-input.ts'
import { followLinks } from './follow-links.ts'

// One listener for all tests, as in a page.
const followed = vi.fn<Parameters<typeof followLinks>[1]>()
afterAll(followLinks('/base', followed))

beforeEach(() => followed.mockClear())
afterEach(cleanup)

/** Returns whether the browser would follow the link itself. */
function click(link: React.ReactElement, modifiers: MouseEventInit = {}) {
  render(<LinkPrefix value="/base">{link}</LinkPrefix>)
  return fireEvent.click(screen.getByText('Read'), modifiers)
}

const still = { viewTransition: false, preventScrollReset: false, replace: false }

test('a click navigates to the path below the base path, with the query and the fragment', () => {
  const followedByBrowser = click(
    <Link to="/story/latch?sort=top#responses">
      <b>Read</b>
    </Link>,
  )
  expect(followedByBrowser).toBe(false)
  expect(followed.mock.calls).toEqual([['/story/latch?sort=top#responses', still]])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/base/story/latch?sort=top#responses')
})

test('passes the options of the link on', () => {
  click(
    <Link to="/latest" viewTransition replace preventScrollReset>
      Read
    </Link>,
  )
  expect(followed.mock.calls).toEqual([['/latest', { viewTransition: true, preventScrollReset: true, replace: true }]])
})

test('a link to the current page adds no history entry', () => {
  history.replaceState(null, '', '/base/latest')
  click(<Link to="/latest">Read</Link>)
  history.replaceState(null, '', '/')
  expect(followed.mock.calls).toEqual([['/latest', { ...still, replace: true }]])
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'the browser follows a click with %o',
  (modifiers) => {
    expect(click(<Link to="/latest">Read</Link>, modifiers)).toBe(true)
    expect(followed).not.toHaveBeenCalled()
  },
)

test('the browser follows links to other tabs, downloads and links without a mark', () => {
  const links = [
    <Link key="tab" to="/latest" target="_blank">
      Read
    </Link>,
    <Link key="download" to="/latest" download>
      Read
    </Link>,
    <a key="plain" href="/base/latest">
      Read
    </a>,
  ]
  for (const link of links) {
    expect(click(link)).toBe(true)
    cleanup()
  }
  expect(followed).not.toHaveBeenCalled()
  click(
    <Link to="/latest" target="_self">
      Read
    </Link>,
  )
  expect(followed).toHaveBeenCalledOnce()
})

test('a handler that prevents the click decides what it does', () => {
  click(
    <Link to="/latest" onClick={(event) => event.preventDefault()}>
      Read
    </Link>,
  )
  expect(followed).not.toHaveBeenCalled()
})

test('links work in a part that is not hydrated yet, where React stops the click', () => {
  const part = document.createElement('div')
  part.setAttribute(LATE, '')
  part.innerHTML = '<a href="/base/story/latch" data-link="transition">Read</a>'
  part.addEventListener('click', (event) => event.stopPropagation(), true)
  document.body.append(part)
  expect(fireEvent.click(screen.getByText('Read'))).toBe(false)
  part.remove()
  expect(followed.mock.calls).toEqual([['/story/latch', { ...still, viewTransition: true }]])
})

test('marks the current page of a navigation', () => {
  expect(isCurrent('/', '/')).toBe(true)
  expect(isCurrent('/latest', '/')).toBe(false)
  expect(isCurrent('/latest', '/', { below: true })).toBe(false)
  expect(isCurrent('/', '/?tab=following', { below: true })).toBe(true)
  expect(isCurrent('/Latest/', '/latest')).toBe(true)
  expect(isCurrent('/library', '/library?of=everybody')).toBe(true)
  expect(isCurrent('/topics/bread', '/topics')).toBe(false)
  expect(isCurrent('/topics/bread', '/topics', { below: true })).toBe(true)
  expect(isCurrent('/topicsandmore', '/topics', { below: true })).toBe(false)
})
