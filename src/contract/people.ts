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

/** A link to another site, shown on the profile. */
export const ProfileLink = z.object({ label: z.string(), address: z.string() })
export type ProfileLink = z.infer<typeof ProfileLink>

/** The viewer's relation to a person. Null for visitors and on the viewer's own profile. */
export const Relation = z.object({ followsYou: z.boolean(), blocked: z.boolean(), muted: z.boolean() })
export type Relation = z.infer<typeof Relation>

export const Profile = Person.extend({
  header: Picture.nullable(),
  links: z.array(ProfileLink),
  /** The longer text of the About tab. */
  story: z.string(),
  following: z.int(),
  /** Number of public reading lists. */
  lists: z.int(),
  /** Rewards that the person redeemed to show here. */
  badges: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string() })),
  relation: Relation.nullable(),
})
export type Profile = z.infer<typeof Profile>

export const creatorSorts = ['read', 'followed', 'rising', 'stories'] as const
export type CreatorSort = (typeof creatorSorts)[number]

const personReportReasons = ['spam', 'abuse', 'impersonation', 'other'] as const
export type PersonReportReason = (typeof personReportReasons)[number]

const PersonParams = z.object({ ref: Ref })
const FollowState = z.object({ followed: z.boolean(), followers: z.int() })

export const peopleEndpoints = {
  'GET /api/creators': {
    access: 'anyone',
    says: 'Lists people who have published, sorted by reads, followers, recent popularity or number of stories. Filter by name or handle, or by category.',
    query: PageQuery.extend({
      sort: z.enum(creatorSorts).default('read'),
      q: z.string().trim().max(80).optional(),
      category: Ref.optional(),
    }),
    reply: pageOf(Person),
  },
  'GET /api/people': {
    access: 'reader',
    scope: 'people:read',
    says: 'Lists people whose name or handle starts with the query.',
    query: z.object({ q: z.string().trim().min(1).max(80) }),
    reply: z.array(PersonCard),
  },
  'GET /api/people/suggested': {
    access: 'reader',
    says: 'Suggests creators to follow, based on the topics the viewer follows and on recent popularity.',
    reply: z.array(Person),
  },
  'GET /api/people/{ref}': {
    access: 'anyone',
    scope: 'people:read',
    says: 'Returns a profile by id or handle. Former handles work too.',
    params: PersonParams,
    reply: Profile,
  },
  'GET /api/people/{ref}/followers': {
    access: 'anyone',
    says: 'Lists a person’s followers, most recent first.',
    params: PersonParams,
    query: PageQuery,
    reply: pageOf(Person),
  },
  'GET /api/people/{ref}/following': {
    access: 'anyone',
    says: 'Lists the people a person follows, most recent first.',
    params: PersonParams,
    query: PageQuery,
    reply: pageOf(Person),
  },
  'PUT /api/people/{ref}/follow': {
    access: 'reader',
    limit: 'toggle',
    says: 'Follows a person.',
    params: PersonParams,
    reply: FollowState,
  },
  'DELETE /api/people/{ref}/follow': {
    access: 'reader',
    limit: 'toggle',
    says: 'Unfollows a person.',
    params: PersonParams,
    reply: FollowState,
  },
  'PUT /api/people/{ref}/block': {
    access: 'reader',
    says: 'Blocks a person. Ends following in both directions and hides each person’s responses from the other.',
    params: PersonParams,
    reply: Relation,
  },
  'DELETE /api/people/{ref}/block': {
    access: 'reader',
    says: 'Unblocks a person.',
    params: PersonParams,
    reply: Relation,
  },
  'PUT /api/people/{ref}/mute': {
    access: 'reader',
    says: 'Mutes a person. The viewer gets no notifications about them, and For you and Following leave out their stories. The muted person is not told.',
    params: PersonParams,
    reply: Relation,
  },
  'DELETE /api/people/{ref}/mute': {
    access: 'reader',
    says: 'Unmutes a person.',
    params: PersonParams,
    reply: Relation,
  },
  'GET /api/people/unwanted': {
    access: 'reader',
    says: 'Lists the people the viewer has blocked or muted.',
    reply: z.object({ blocked: z.array(PersonCard), muted: z.array(PersonCard) }),
  },
  'GET /api/handles/{handle}': {
    access: 'reader',
    says: 'Checks whether a handle is valid, not reserved and not taken.',
    params: z.object({ handle: z.string().min(1).max(80) }),
    reply: z.object({ free: z.boolean() }),
  },
  'POST /api/people/{ref}/report': {
    access: 'reader',
    says: 'Reports a person to the editors.',
    params: PersonParams,
    body: z.object({ reason: z.enum(personReportReasons), note: z.string().trim().max(1000).default('') }),
    reply: z.object({}),
  },
} satisfies EndpointTable
