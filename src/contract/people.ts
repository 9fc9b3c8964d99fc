import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { PageQuery, Picture, Ref, pageOf } from './shapes.ts'

export const PersonCard = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  about: z.string(),
  avatar: Picture.nullable(),
})
export type PersonCard = z.infer<typeof PersonCard>

export const Person = PersonCard.extend({
  joinedAt: z.iso.datetime(),
  stories: z.int(),
})
export type Person = z.infer<typeof Person>

/** The orders of the directory of creators. */
export const creatorSorts = ['read', 'rising', 'stories'] as const
export type CreatorSort = (typeof creatorSorts)[number]

export const peopleEndpoints = {
  'GET /api/creators': {
    access: 'anyone',
    says: 'People who have published: the most read, the rising or those with most stories first; by words and by category.',
    query: PageQuery.extend({
      sort: z.enum(creatorSorts).default('read'),
      q: z.string().trim().max(80).optional(),
      category: Ref.optional(),
    }),
    reply: pageOf(Person),
  },
  'GET /api/people': {
    access: 'reader',
    says: 'People whose name or handle begins with the words, to choose from.',
    query: z.object({ q: z.string().trim().min(1).max(80) }),
    reply: z.array(PersonCard),
  },
  'GET /api/people/{ref}': {
    access: 'anyone',
    says: 'One person, by id or handle.',
    params: z.object({ ref: Ref }),
    reply: Person,
  },
} satisfies EndpointTable
