import type { DataArgs } from '#site/page.ts'
import { pageNotFound } from './page-not-found.ts'

export async function notFoundData({ path }: DataArgs): Promise<never> {
  throw pageNotFound(path)
}
