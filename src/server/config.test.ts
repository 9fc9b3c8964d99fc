import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.site).toEqual({ origin: 'http://localhost:3000', base: '/', mode: 'history', iconHosts: [] })
  expect(config.database).toMatchObject({ kind: 'embedded' })
  expect(config.demo).toBe(true)
})

test('every problem is named at once, by its variable', () => {
  const wrong = {
    PORT: 'eighty',
    SITE_URL: 'ftp://x',
    ROUTER_MODE: 'magic',
    DATABASE_URL: 'mysql://x',
    BASE_URL: 'stories',
  }
  const problems = (() => {
    try {
      readConfig(wrong)
      return ''
    } catch (error) {
      return String(error)
    }
  })()
  for (const name of Object.keys(wrong)) expect(problems).toContain(`${name}:`)
  expect(problems).toContain('docs/configuration.md')
})

test('a bare KEY= means unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).database.kind).toBe('embedded')
})

test('the base address always ends with a slash', () => {
  expect(readConfig({ BASE_URL: '/stories' }).site.base).toBe('/stories/')
  expect(readConfig({ BASE_URL: '/stories/' }).site.base).toBe('/stories/')
})

test('limits are relaxed on a loopback address only', () => {
  expect(readConfig({ RELAX_LIMITS: '1' }).limits.relaxed).toBe(true)
  expect(readConfig({ RELAX_LIMITS: '1', SITE_URL: 'http://127.0.0.1:8080' }).limits.relaxed).toBe(true)
  expect(() => readConfig({ RELAX_LIMITS: '1', SITE_URL: 'https://example.com' })).toThrow('RELAX_LIMITS')
})

test('a proxy is trusted by yes, by a number of hops, or by its address', () => {
  expect(readConfig({ TRUST_PROXY: 'yes' }).listen.trustProxy).toBe(true)
  expect(readConfig({ TRUST_PROXY: '1' }).listen.trustProxy).toBe(1)
  expect(readConfig({}).listen.trustProxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' }).listen.trustProxy).toBe('10.0.0.0/8')
})
