import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeCountryDatabase } from '#test/country-database.ts'
import { aDataFolder } from '#test/data-folder.ts'
import { testLog } from '#test/database.ts'
import { openCountries } from './countries.ts'

test('an address has the country of its network', async () => {
  const path = join(await aDataFolder(), 'countries.mmdb')
  await writeCountryDatabase(path, [
    { network: '203.0.113.0', bits: 24, country: 'CH' },
    { network: '198.51.0.0', bits: 16, country: 'NO' },
    { network: '2001:db8:1::', bits: 48, country: 'JP' },
  ])
  const countryOf = await openCountries(path, testLog)
  expect(['203.0.113.9', '198.51.100.1', '192.0.2.1'].map(countryOf)).toEqual(['CH', 'NO', ''])
  // As rate limits shorten an IPv6 address.
  expect(['2001:db8:1:5', '2001:db8:2:5', '::1', ''].map(countryOf)).toEqual(['JP', '', '', ''])
})

test('without a database, or with one that cannot be read, no address has a country', async () => {
  const broken = join(await aDataFolder(), 'broken.mmdb')
  await writeFile(broken, 'not a database')
  for (const path of [null, broken, join(broken, 'missing')]) {
    const countryOf = await openCountries(path, testLog)
    expect(countryOf('203.0.113.9')).toBe('')
  }
})
