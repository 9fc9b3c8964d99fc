import type { TestProject } from 'vitest/node'
import { loadDemo } from '#server/demo/load.ts'
import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { copyDatabase } from '../new-database.ts'
import { testVault } from '../vault.ts'
import { startSite, uploadsFolder } from '../site-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site with its demo content, and a database with the same content to copy for other sites. */
    site: { url: string; databaseUrl: string; demoTemplate: string }
  }
}

export default async function setup(project: TestProject) {
  const { adminUrl, template } = project.getProvidedContext().postgres
  const demoTemplate = `${template}_demo`
  await fillWithDemo(await copyDatabase(adminUrl, template, demoTemplate))
  const url = await copyDatabase(adminUrl, demoTemplate, `${template}_site`)
  const site = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '1' })
  project.provide('site', { url: site.url, databaseUrl: url, demoTemplate })
  return () => site.stop()
}

async function fillWithDemo(url: string) {
  const log = createLog({ level: 'warn', file: null })
  const { site, identity, storage, folders } = readConfig({ DATABASE_URL: url, DATA_DIR: uploadsFolder })
  const database = openDatabase(url, { log, connections: 2 })
  const ctx = systemCtx({
    db: database.db,
    log,
    site,
    identity,
    vault: testVault,
    storage,
    blobs: openBlobs(storage.blobs),
  })
  await loadDemo(ctx, folders.demo)
  await database.close()
}
