import { type Vault, createVault } from '#server/platform/secrets/vault.ts'

/** The ENCRYPTION_KEY of all tests. */
export const TEST_KEY = Buffer.alloc(32, 'a key for tests').toString('base64')

export const testVault: Vault = createVault([Buffer.from(TEST_KEY, 'base64')])
