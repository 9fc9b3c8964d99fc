import type { Serve } from '#server/platform/door.ts'
import { signOut } from './sessions.ts'
import { setUp } from './setup.ts'

export function identityRoutes(serve: Serve) {
  serve('GET /api/viewer', ({ viewer }) => viewer)
  serve('POST /api/setup', (ctx, { body }) => setUp(ctx, body))
  serve('POST /api/sign-out', (ctx) => signOut(ctx))
}
