import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Id, PageQuery, Picture, pageOf } from './shapes.ts'

export const mediaUses = ['avatar', 'header', 'cover', 'article', 'category', 'banner'] as const
export type MediaUse = (typeof mediaUses)[number]

const Alt = z.string().trim().max(500)
const Name = z.string().trim().min(1).max(200)

/** Something in a library, as its owner sees it. */
export const Media = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'file']),
  /** A picture is processing until its sizes are made; it can be shown before. */
  state: z.enum(['processing', 'ready', 'failed']),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Null for a file. */
  picture: Picture.nullable(),
  /** Where the file itself can be had. */
  address: z.string(),
  uses: z.array(z.object({ kind: z.enum(mediaUses), title: z.string(), address: z.string().nullable() })),
  owner: z.object({ id: z.string(), name: z.string(), handle: z.string() }),
  createdAt: z.iso.datetime(),
})
export type Media = z.infer<typeof Media>

export const mediaEndpoints = {
  'GET /api/media': {
    access: 'reader',
    says: 'Your library, newest first; editors may look through everybody’s.',
    query: PageQuery.extend({
      q: z.string().max(200).optional(),
      kind: z.enum(['picture', 'file']).optional(),
      of: z.enum(['me', 'everybody']).default('me'),
    }),
    reply: pageOf(Media),
  },
  'GET /api/media/{id}': {
    access: 'reader',
    says: 'One thing of your library. Asked every second while a picture is processing.',
    params: z.object({ id: Id }),
    reply: Media,
  },
  'POST /api/media': {
    access: 'reader',
    says: 'Takes an uploaded object of yours into the library, after looking at what it really is.',
    body: z.object({ object: z.string().min(1).max(1024), name: Name, alt: Alt.default('') }),
    reply: Media,
  },
  'PATCH /api/media/{id}': {
    access: 'reader',
    says: 'Changes the name or the words for those who cannot see the picture.',
    params: z.object({ id: Id }),
    body: z.object({ name: Name.optional(), alt: Alt.optional() }),
    reply: Media,
  },
  'POST /api/media/{id}/replace': {
    access: 'reader',
    says: 'Puts another upload in its place, wherever it is used.',
    params: z.object({ id: Id }),
    body: z.object({ object: z.string().min(1).max(1024) }),
    reply: Media,
  },
  'DELETE /api/media/{id}': {
    access: 'reader',
    says: 'Deletes it. What is used somewhere is deleted only when `evenIfUsed` says so.',
    params: z.object({ id: Id }),
    query: z.object({ evenIfUsed: z.enum(['yes', 'no']).default('no') }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'PUT /api/profile/picture': {
    access: 'reader',
    says: 'Sets or takes away the picture of your profile.',
    body: z.object({ media: Id.nullable() }),
    reply: z.object({ avatar: Picture.nullable() }),
  },
} satisfies EndpointTable
