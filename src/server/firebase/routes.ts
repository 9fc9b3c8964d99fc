import type { Http } from '#server/platform/http.ts'
import { mountFirestore } from '#server/firebase/firestore/routes.ts'
import { mountDatabase } from '#server/firebase/database/routes.ts'
import type { FirebaseDataOptions } from './errors.ts'

/** Firebase clients know only an origin, so the routes are served from its root and below the base path. */
export async function mountFirebaseData(http: Http, options: FirebaseDataOptions) {
  const prefixes = [...new Set([options.base, '/'])]
  // Separate scopes, because each API has its own error format and body parsers.
  await http.register(async (app: Http) => mountFirestore(app, prefixes, options))
  await http.register(async (app: Http) => mountDatabase(app, prefixes, options))
}
