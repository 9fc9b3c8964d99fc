import type { Serve } from '#server/platform/api.ts'
import { deskRoutes } from './desk/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { publishingRoutes } from './publishing/routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { revisionRoutes } from './revisions/routes.ts'

export function articleRoutes(serve: Serve) {
  for (const routes of [deskRoutes, draftRoutes, publishingRoutes, reviewRoutes, revisionRoutes]) routes(serve)
}
