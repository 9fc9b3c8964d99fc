import { z } from 'zod'
import { MAX_ALT_LENGTH } from './constants.ts'
import type { EndpointTable } from './endpoint.ts'
import { Id, PageQuery, Picture, pageOf } from './shapes.ts'

export const mediaReferenceKinds = [
  'avatar',
  'header',
  'cover',
  'article',
  'category',
  'banner',
  'setting',
  'page',
] as const
export type MediaReferenceKind = (typeof mediaReferenceKinds)[number]

const Alt = z.string().trim().max(MAX_ALT_LENGTH)
const Name = z.string().trim().min(1).max(200)

/** A picture or file of a library. */
export const Media = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'file']),
  /** A picture is processing until its variants are created; it can already be shown. */
  state: z.enum(['processing', 'ready', 'failed']),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Null for a file. */
  picture: Picture.nullable(),
  /** The URL of the original file. */
  address: z.string(),
  uses: z.array(z.object({ kind: z.enum(mediaReferenceKinds), title: z.string(), address: z.string().nullable() })),
  owner: z.object({ id: z.string(), name: z.string(), handle: z.string() }),
  createdAt: z.iso.datetime(),
})
export type Media = z.infer<typeof Media>

export const mediaEndpoints = {
  'GET /api/media': {
    access: 'reader',
    scope: 'media:read',
    says: 'Lists your library, newest first. Editors can list everyone’s.',
    query: PageQuery.extend({
      q: z.string().max(200).optional(),
      kind: z.enum(['picture', 'file']).optional(),
      of: z.enum(['me', 'everybody']).default('me'),
    }),
    reply: pageOf(Media),
  },
  'GET /api/media/{id}': {
    access: 'reader',
    scope: 'media:read',
    says: 'Returns a picture or file of your library. Poll it while a picture is processing.',
    params: z.object({ id: Id }),
    reply: Media,
  },
  'GET /api/media/{id}/alt-texts': {
    access: 'reader',
    scope: 'media:read',
    says: 'Lists the alternative texts that your stories use for a picture, newest first.',
    params: z.object({ id: Id }),
    reply: z.array(z.string()),
  },
  'POST /api/media': {
    access: 'reader',
    says: 'Adds an object that you uploaded to your library. The type is detected from its content. A file that the library already has is returned and not stored again.',
    body: z.object({ object: z.string().min(1).max(1024), name: Name, alt: Alt.default('') }),
    reply: Media,
  },
  'PATCH /api/media/{id}': {
    access: 'reader',
    scope: 'media:write',
    says: 'Changes the name or the alternative text.',
    params: z.object({ id: Id }),
    body: z.object({ name: Name.optional(), alt: Alt.optional() }),
    reply: Media,
  },
  'POST /api/media/{id}/replace': {
    access: 'reader',
    says: 'Replaces the file with another upload, everywhere it is used.',
    params: z.object({ id: Id }),
    body: z.object({ object: z.string().min(1).max(1024) }),
    reply: Media,
  },
  'DELETE /api/media/{id}': {
    access: 'reader',
    scope: 'media:write',
    says: 'Deletes a picture or file. If it is in use, `evenIfUsed=yes` is required.',
    params: z.object({ id: Id }),
    query: z.object({ evenIfUsed: z.enum(['yes', 'no']).default('no') }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'PUT /api/profile/picture': {
    access: 'reader',
    says: 'Sets or removes your profile picture.',
    body: z.object({ media: Id.nullable() }),
    reply: z.object({ avatar: Picture.nullable() }),
  },
} satisfies EndpointTable
