import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'

export type Names = (name: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers themselves. The system's own way holds one of the few threads of the process for as long as a server
 * is silent, and whoever names an address may also own the server that is to answer for it.
 */
export function createNames(servers?: readonly string[], patience = { timeout: 1500, tries: 2 }): Names {
  const resolver = new Resolver(patience)
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
}

/** The system's way, which also knows the names of this machine and its network. */
export const ownNames: Names = (name) => lookup(name, { all: true })
