import { afterAll, beforeAll } from 'vitest'
import { newDemoDatabaseUrl } from '../new-database.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor } from './browser.ts'

/** A site for this file only, with the demo content, for tests that other stories would disturb. */
export function useOwnSite() {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite({ DATABASE_URL: await newDemoDatabaseUrl(), WEB_PROCESSES: '1' })
  })
  afterAll(() => site.stop())
  return {
    /** A new visitor of that site with an empty browser. */
    aReader: (options: Parameters<typeof aVisitor>[0] = {}) => aVisitor({ url: site.url, ...options }),
  }
}
