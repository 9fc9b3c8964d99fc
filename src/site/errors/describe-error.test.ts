import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import { describeError, unreachablePage } from './describe-error.ts'

const clientErrors = [400, 401, 403, 404, 405, 409, 410, 413, 414, 422, 429]

test.each(clientErrors)('%i does not claim that the site failed', (status) => {
  const { title, text } = describeError({ status, statusText: 'You can’t do that.' }, '/latest')
  expect(title).toMatch(/^[A-Z]/)
  expect(`${title} ${text}`).not.toMatch(/server error|our side|logged/i)
})

test('every refusal has a title and text', () => {
  for (const [code, { status, message }] of Object.entries(refusals)) {
    const { title, text } = describeError({ status, statusText: message, data: { code } }, '/latest')
    expect(title && text, code).toBeTruthy()
    expect(text, code).not.toBe('Check the highlighted fields.')
  }
})

test('an invalid parameter is named, and the page without it is offered', () => {
  const invalid = {
    status: 400,
    statusText: refusals.invalid.message,
    data: { code: 'invalid', parameters: ['before'] },
  }
  expect(describeError(invalid, '/latest?before=zz&tag=bread')).toEqual({
    title: 'This address isn’t valid',
    text: 'The value of “before” in the address isn’t valid.',
    link: { to: '/latest?tag=bread', label: 'Open without “before”' },
  })
  // An unknown parameter: the page without any.
  const unknown = { ...invalid, data: { code: 'invalid', parameters: [] } }
  expect(describeError(unknown, '/search?q=a').link).toEqual({ to: '/search', label: 'Open without parameters' })
  expect(describeError(unknown, '/tag/x').link).toBeUndefined()
})

test('a page that needs an account offers to sign in and returns', () => {
  const needed = { status: 401, statusText: refusals['sign-in-needed'].message }
  expect(describeError(needed, '/a?b=1').link).toEqual({ to: '/auth/newauth?next=%2Fa%3Fb%3D1', label: 'Sign in' })
})

test('no network, a timeout and an unreachable server have their own title and text, and other errors none', () => {
  const titles = (error: unknown) => unreachablePage(error)?.data.title ?? null
  expect(titles(new DOMException('late', 'TimeoutError'))).toBe('The server took too long to respond')
  expect(titles(new TypeError('Failed to fetch'))).toBe('The site is unreachable')
  expect(titles(new DOMException('left', 'AbortError'))).toBeNull()
  expect(titles(new Error('a mistake'))).toBeNull()
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  expect(titles(new TypeError('Failed to fetch'))).toBe('You’re offline')
  Reflect.deleteProperty(navigator, 'onLine')
})
