import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { atEnd } from '#test/at-end.ts'
import { openApi } from './openapi.ts'

const document = () => openApi({ origin: 'https://stories.example', base: '/', mode: 'history', iconHosts: [] })

test('the OpenAPI document is valid and has every endpoint', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document()))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  const listed = Object.entries(document().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('the OpenAPI document follows the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document()), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('the OpenAPI document names the scope that an API key needs, and no key where none is accepted', () => {
  const { paths } = document()
  expect(paths['/api/admin/audit']?.['get']).toMatchObject({
    description: 'Requires the role admin or higher. API keys need the scope audit:read.',
    security: [{ session: [] }, { idToken: [] }, { apiKey: ['audit:read'] }],
  })
  expect(paths['/api/account']?.['get']).toMatchObject({ security: [{ session: [] }, { idToken: [] }] })
})

test('the OpenAPI document gives a typed client', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-client-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const modules = resolve('node_modules')
  const types = astToString(await openapiTypescript(JSON.stringify(document())))
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    paths: { 'openapi-fetch': [join(modules, 'openapi-fetch/dist/index.d.mts')] },
  }
  await Promise.all([
    writeFile(join(folder, 'api.ts'), types),
    writeFile(join(folder, 'client.mts'), client),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['client.mts'] })),
  ])
  const checked = await promisify(execFile)(join(modules, '.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(checked.stdout).toBe('')
})

const client = `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const api = createClient<paths>({ baseUrl: 'https://stories.example' })

const { data, error } = await api.GET('/api/stories/{ref}', { params: { path: { ref: 'a-slug' } } })
export const title: string | undefined = data?.title
export const missing: boolean = error?.error.code === 'not-found'

// @ts-expect-error This path does not exist.
await api.GET('/api/no-such-path')
// @ts-expect-error The parameter is missing.
await api.GET('/api/stories/{ref}', {})
// @ts-expect-error A title is a string.
export const wrong: number | undefined = data?.title
`
