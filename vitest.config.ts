import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  setupFiles: ['test/each-file.ts', 'test/seed.ts'],
  // Test files share imported modules: loading them for each file would take most of the time.
  isolate: false,
}
const onServer = { ...shared, environment: 'node', globalSetup: ['test/postgres-setup.ts'] }

// The production build of React renders pages in half the time. Its warnings are tested in a journey.
const production = { oxc: { jsx: { development: false } } }
const withApp = { ...onServer, env: { NODE_ENV: 'production' } }

// openapi-typescript calls the compiler API of TypeScript 5, which the native compiler does not have.
const withCompilerApi = {
  server: { deps: { inline: ['openapi-typescript'] } },
  alias: [{ find: /^typescript$/, replacement: new URL('test/typescript-api.ts', import.meta.url).pathname }],
}

export default defineConfig({
  test: {
    reporters: ['default'],
    // One for each core: the default keeps one core free.
    maxWorkers: '100%',
    // The OpenID Connect test server warns that it is a development server.
    onConsoleLog: (text) => !text.startsWith('oidc-provider '),
    projects: [
      {
        ...production,
        test: { ...withApp, ...withCompilerApi, name: 'server', include: ['src/{contract,server}/**/*.test.ts'] },
      },
      { ...production, test: { ...withApp, name: 'house', include: ['test/house/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'site',
          environment: 'jsdom',
          include: ['src/site/**/*.test.{ts,tsx}'],
          // Resets the jsdom that the files of one worker share.
          setupFiles: ['test/site-setup.ts', 'test/seed.ts'],
        },
      },
      {
        test: {
          ...onServer,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/postgres-setup.ts', 'test/journeys/site-setup.ts'],
          testTimeout: 60_000,
          // `npm test` lists tests that passed only on the retry.
          retry: 1,
          // The default of one second is too short when two browsers share two cores.
          expect: { poll: { timeout: 10_000, interval: 100 } },
        },
      },
    ],
  },
})
