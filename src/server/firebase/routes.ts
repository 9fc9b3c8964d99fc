import type { Http } from '#server/platform/http.ts'
import { mountDocuments } from '#server/firebase/firestore/routes.ts'
import { mountTree } from '#server/firebase/database/routes.ts'
import type { DataOptions } from './errors.ts'

/** The hosted reads of the data. Clients know only an origin, so they hang from its root, and below the base as well. */
export async function mountData(http: Http, options: DataOptions) {
  const prefixes = [...new Set([options.base, '/'])]
  // Each has its own errors and reads its own kinds of body; the rest of the site sees nothing of that.
  await http.register(async (app: Http) => mountDocuments(app, prefixes, options))
  await http.register(async (app: Http) => mountTree(app, prefixes, options))
}
