import { expect, test } from 'vitest'
import { createAddresses } from './urls.ts'
import { payloadAddress } from './payloads.ts'

const place = (address: string) => new URL(address, 'http://x')

test('in history mode the path below the base is the path', () => {
  const { pathOf, addressOf } = createAddresses({ base: '/blog/', mode: 'history' })
  expect(pathOf(place('/blog/story/x?y=1#z'))).toBe('/story/x?y=1')
  expect(pathOf(place('/Blog/'))).toBe('/')
  expect(addressOf('/story/x')).toBe('/blog/story/x')
})

test('in hash mode the path is in the hash', () => {
  const { pathOf, addressOf, pathOfRequest } = createAddresses({ base: '/', mode: 'hash' })
  expect(pathOf(place('/#/story/x?y=1'))).toBe('/story/x?y=1')
  expect(pathOf(place('/'))).toBe('/')
  expect(addressOf('/latest')).toBe('/#/latest')
  expect(pathOfRequest(place('/story/x?y=1'))).toBe('/story/x?y=1')
})

test.each([
  ['/', '/_payload.json'],
  ['/latest', '/latest/_payload.json'],
  ['/latest/?tag=x', '/latest/_payload.json?tag=x'],
])('the payload of %s is at %s', (path, address) => {
  expect(payloadAddress('/', path)).toBe(address)
  expect(payloadAddress('/blog/', path)).toBe(`/blog${address}`)
})
