import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

/** The router takes a whole segment or none, so the prefix is checked here. */
export async function firstStepsData({ params, viewer, path }: DataArgs) {
  if (!viewer || params['temp'] !== `temp-${viewer.id}`) throw pageNotFound(path)
  return null
}
