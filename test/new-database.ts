import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres-setup.ts'

/** The URL of a fresh, migrated database to which nothing is connected. */
export async function newDatabaseUrl(): Promise<string> {
  const { adminUrl, template } = inject('postgres')
  return copyDatabase(adminUrl, template, `${template}_${randomSuffix()}`)
}

/** Like `newDatabaseUrl`, with the demo content already loaded. Only for journeys. */
export async function newDemoDatabaseUrl(): Promise<string> {
  const { adminUrl, template } = inject('postgres')
  return copyDatabase(adminUrl, inject('site').demoTemplate, `${template}_${randomSuffix()}`)
}

export async function copyDatabase(adminUrl: string, template: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  return databaseUrl(adminUrl, name)
}

const randomSuffix = () => Math.random().toString(36).slice(2, 10)
