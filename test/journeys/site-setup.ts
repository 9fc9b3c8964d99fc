import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl } from '../postgres-setup.ts'
import { type RunningSite, startSite } from '../site-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site with its demo content, served by two processes. */
    site: { url: string; databaseUrl: string }
  }
}

let site: RunningSite | null = null

export default async function setup(project: TestProject) {
  const { adminUrl, template } = project.getProvidedContext().postgres
  const name = `${template}_site`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  const url = databaseUrl(adminUrl, name)
  site = await startSite({ DATABASE_URL: url, WEB_PROCESSES: '2' })
  project.provide('site', { url: site.url, databaseUrl: url })
  return () => site?.stop()
}
