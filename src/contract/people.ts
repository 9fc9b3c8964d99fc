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
  followers: z.int(),
  /** Whether the viewer follows them. */
  followed: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** A place of a person elsewhere, as their profile shows it. */
export const ProfileLink = z.object({ label: z.string(), address: z.string() })
export type ProfileLink = z.infer<typeof ProfileLink>

/** What stands between the viewer and a person; null for a visitor and for oneself. */
export const Relation = z.object({ followsYou: z.boolean(), blocked: z.boolean(), muted: z.boolean() })
export type Relation = z.infer<typeof Relation>

export const Profile = Person.extend({
  header: Picture.nullable(),
  links: z.array(ProfileLink),
  /** The longer text of the About tab. */
  story: z.string(),
  following: z.int(),
  /** Public reading lists. */
  lists: z.int(),
  relation: Relation.nullable(),
})
export type Profile = z.infer<typeof Profile>

/** The orders of the directory of creators. */
export const creatorSorts = ['read', 'followed', 'rising', 'stories'] as const
export type CreatorSort = (typeof creatorSorts)[number]

export const personReportReasons = ['spam', 'abuse', 'impersonation', 'other'] as const
export type PersonReportReason = (typeof personReportReasons)[number]

const OnePerson = z.object({ ref: Ref })
const Followed = z.object({ followed: z.boolean(), followers: z.int() })

export const peopleEndpoints = {
  'GET /api/creators': {
    access: 'anyone',
    says: 'People who have published: the most read, the most followed, the rising or those with most stories first; by words and by category.',
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
  'GET /api/people/suggested': {
    access: 'reader',
    says: 'A few creators whom the viewer could follow, from their topics and what is read.',
    reply: z.array(Person),
  },
  'GET /api/people/{ref}': {
    access: 'anyone',
    says: 'One person, by id or handle, also by a handle they had.',
    params: OnePerson,
    reply: Profile,
  },
  'GET /api/people/{ref}/followers': {
    access: 'anyone',
    says: 'Who follows somebody, the latest first.',
    params: OnePerson,
    query: PageQuery,
    reply: pageOf(Person),
  },
  'GET /api/people/{ref}/following': {
    access: 'anyone',
    says: 'Whom somebody follows, the latest first.',
    params: OnePerson,
    query: PageQuery,
    reply: pageOf(Person),
  },
  'PUT /api/people/{ref}/follow': {
    access: 'reader',
    limit: 'toggle',
    says: 'Follows somebody.',
    params: OnePerson,
    reply: Followed,
  },
  'DELETE /api/people/{ref}/follow': {
    access: 'reader',
    limit: 'toggle',
    says: 'Ends following somebody.',
    params: OnePerson,
    reply: Followed,
  },
  'PUT /api/people/{ref}/block': {
    access: 'reader',
    says: 'Blocks somebody: neither follows the other any more, and neither sees the other’s responses.',
    params: OnePerson,
    reply: Relation,
  },
  'DELETE /api/people/{ref}/block': {
    access: 'reader',
    says: 'Ends blocking somebody.',
    params: OnePerson,
    reply: Relation,
  },
  'PUT /api/people/{ref}/mute': {
    access: 'reader',
    says: 'Mutes somebody: the viewer hears nothing of them, and they do not know.',
    params: OnePerson,
    reply: Relation,
  },
  'DELETE /api/people/{ref}/mute': {
    access: 'reader',
    says: 'Ends muting somebody.',
    params: OnePerson,
    reply: Relation,
  },
  'GET /api/people/unwanted': {
    access: 'reader',
    says: 'Whom the viewer has blocked or muted.',
    reply: z.object({ blocked: z.array(PersonCard), muted: z.array(PersonCard) }),
  },
  'GET /api/handles/{handle}': {
    access: 'reader',
    says: 'Whether the viewer could have this handle: nobody has it, the site does not need it, and it is one.',
    params: z.object({ handle: z.string().min(1).max(80) }),
    reply: z.object({ free: z.boolean() }),
  },
  'POST /api/people/{ref}/report': {
    access: 'reader',
    says: 'Tells the editors about somebody.',
    params: OnePerson,
    body: z.object({ reason: z.enum(personReportReasons), note: z.string().trim().max(1000).default('') }),
    reply: z.object({}),
  },
} satisfies EndpointTable
