import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    reporters: ['default'],
    // One for each core: left to itself it keeps one free, and on two cores everything would queue.
    maxWorkers: '100%',
    // The OpenID Connect server of the tests warns that it is one.
    onConsoleLog: (text) => !text.startsWith('oidc-provider '),
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          // Files share what they import: most of the time went into loading the same modules for each of them anew.
          isolate: false,
          include: ['src/contract/**/*.test.ts', 'src/server/**/*.test.ts', 'test/house/**/*.test.ts'],
          globalSetup: ['test/postgres-setup.ts'],
          setupFiles: ['test/each-file.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'site',
          environment: 'jsdom',
          include: ['src/site/**/*.test.{ts,tsx}'],
          setupFiles: ['test/each-file.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          environment: 'node',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/postgres-setup.ts', 'test/journeys/site-setup.ts'],
          setupFiles: ['test/each-file.ts'],
          testTimeout: 60_000,
          // A second is not long when two browsers share two cores.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
