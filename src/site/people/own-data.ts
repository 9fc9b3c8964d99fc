import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

/** A page of the viewer's own. Under somebody else's id it does not exist. */
export async function ownData({ params, viewer, path }: DataArgs) {
  const asked = params['userID']
  if (!viewer || (asked !== viewer.id && asked !== viewer.handle)) throw pageNotFound(path)
  return null
}
