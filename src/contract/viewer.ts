import { z } from 'zod'
import { apiScopes } from '#contract/api-keys/scopes.ts'
import { roles } from './endpoint.ts'
import { Picture } from './shapes.ts'

/** The signed-in person, as their own pages need them. */
export const Viewer = z.object({
  id: z.string(),
  uid: z.string(),
  handle: z.string(),
  name: z.string(),
  role: z.enum(roles),
  avatar: Picture.nullable(),
  /** False until the first steps were taken or skipped. */
  welcomed: z.boolean(),
  /** Set while an admin views the site as this person. Everything is read-only. */
  impersonation: z.object({ adminId: z.string(), endsAt: z.iso.datetime() }).optional(),
  /** Set when the call was made with an API key, which acts as this person. */
  apiKey: z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(apiScopes)) }).optional(),
})
export type Viewer = z.infer<typeof Viewer>
