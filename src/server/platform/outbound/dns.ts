import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'

export type ResolveHost = (name: string) => Promise<LookupAddress[]>

/**
 * Queries the name servers directly. The system resolver would block a thread of libuv's small pool while a server is
 * silent, and an attacker who chooses the address may also run the server that resolves it.
 */
export function createResolver(servers?: readonly string[], options = { timeout: 1500, tries: 2 }): ResolveHost {
  const resolver = new Resolver(options)
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
}

/** The system resolver, which also knows local host names. */
export const resolveWithSystem: ResolveHost = (name) => lookup(name, { all: true })
