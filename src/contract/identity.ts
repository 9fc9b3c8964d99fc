import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { roles } from './endpoint.ts'
import { Picture } from './shapes.ts'

/** The signed-in person, as their own pages need them. */
export const Viewer = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  role: z.enum(roles),
  avatar: Picture.nullable(),
})
export type Viewer = z.infer<typeof Viewer>

/** Three to forty letters, digits and hyphens; no hyphen at either end. */
export const Handle = z.string().regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/)

export const PersonName = z.string().trim().min(1).max(80)

export const identityEndpoints = {
  'GET /api/viewer': {
    access: 'anyone',
    says: 'Who is asking, or null for a visitor.',
    reply: Viewer.nullable(),
  },
  'POST /api/setup': {
    access: 'anyone',
    says: 'Makes the first admin, with the one-time link printed at the first start.',
    body: z.object({ token: z.string().min(1).max(200), name: PersonName, handle: Handle }),
    reply: Viewer,
    limit: 'guess',
  },
  'POST /api/sign-out': {
    access: 'anyone',
    says: 'Ends the session of the browser that asks. Asking twice does no harm.',
    reply: z.object({ signedIn: z.literal(false) }),
  },
} satisfies EndpointTable
