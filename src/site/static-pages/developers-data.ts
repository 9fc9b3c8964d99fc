import type { DataArgs } from '#site/page.ts'
import { readOperations } from './openapi-reader.ts'

export async function developersData({ api }: DataArgs) {
  return { operations: readOperations(await api('GET /api/openapi.json')) }
}
