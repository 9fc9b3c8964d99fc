import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'
import type { Log } from '#server/platform/log.ts'

export type CountryOf = (address: string) => string

/**
 * Finds the country of an address in a database in MaxMind’s format, as MaxMind, DB-IP and IPinfo provide them. Without a
 * database, or for an address that it does not have, the country is empty. A file that cannot be read is reported in the log.
 */
export async function openCountries(path: string | null, log: Log): Promise<CountryOf> {
  if (path === null) return () => ''
  try {
    const reader = new Reader<CountryResponse>(await readFile(path))
    return (address) => {
      const full = toAddress(address)
      return isIP(full) ? (reader.get(full)?.country?.iso_code ?? '') : ''
    }
  } catch (error) {
    log.error({ err: error, path }, 'country database cannot be read')
    return () => ''
  }
}

/** Of an IPv6 address, requests carry the network only. */
function toAddress(address: string) {
  return address.includes(':') && !address.includes('.') && !address.includes('::') ? `${address}::` : address
}
