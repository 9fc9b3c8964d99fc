import type { StorageConfig } from '#server/platform/blobs/blobs.ts'
import type { IdentityConfig } from '#server/platform/identity-config.ts'

/** The origins that the operator configured for external services. */
export function serviceOrigins({ identity, storage }: { identity: IdentityConfig; storage: StorageConfig }): string[] {
  const addresses = [identity.jwksUrl, identity.service?.url, storage.serviceUrl]
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))]
}
