import { z } from 'zod'
import { adminListQuery } from './admin-list.ts'
import type { EndpointTable } from './endpoint.ts'
import { Id, Picture, pageOf } from './shapes.ts'

export const announcementTones = ['info', 'success', 'warning'] as const
export type AnnouncementTone = (typeof announcementTones)[number]

/** Members read members' stories now, whatever the source. A role means people with at least that role. */
export const audiences = ['everyone', 'visitors', 'signed-in', 'members', 'author', 'editor', 'admin'] as const
export type Audience = (typeof audiences)[number]

export const announcementStates = ['draft', 'scheduled', 'live', 'ended'] as const
export type AnnouncementState = (typeof announcementStates)[number]

export const MAX_ANNOUNCEMENT_LENGTH = 200
export const MAX_QUOTE_LENGTH = 300

/** Line breaks and other runs of white space become one space. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(max))

/** A path of the site, or a web address. */
const ActionLink = z
  .string()
  .trim()
  .max(2000)
  .refine(isActionLink, 'Enter a path such as /about, or an address that starts with https://.')

export function isActionLink(link: string) {
  if (/[\s\\]/.test(link)) return false
  if (link.startsWith('/')) return !link.startsWith('//')
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}

const Action = z.object({ label: line(40).pipe(z.string().min(1)), link: ActionLink })

/** An announcement as pages show it. */
export const Announcement = z.object({
  id: z.string(),
  /** Changes with the text. A dismissal counts for one revision. */
  revision: z.int(),
  text: z.string(),
  tone: z.enum(announcementTones),
  dismissible: z.boolean(),
  action: z.object({ label: z.string(), link: z.string() }).nullable(),
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementFields = z
  .object({
    text: line(MAX_ANNOUNCEMENT_LENGTH).pipe(z.string().min(1)),
    tone: z.enum(announcementTones),
    audience: z.enum(audiences),
    startsAt: z.iso.datetime().nullable(),
    endsAt: z.iso.datetime().nullable(),
    /** Of several announcements, the highest is shown. */
    priority: z.int().min(0).max(100),
    dismissible: z.boolean(),
    action: Action.nullable(),
    enabled: z.boolean(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    message: 'Choose an end after the start.',
  })
export type AnnouncementFields = z.infer<typeof AnnouncementFields>

export const AdminAnnouncement = Announcement.extend({
  audience: z.enum(audiences),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  priority: z.int(),
  enabled: z.boolean(),
  state: z.enum(announcementStates),
  /** Sent back with a change, which is refused if there was another one meanwhile. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>

export const announcementSorts = ['created', 'priority'] as const
export const AnnouncementQuery = adminListQuery(announcementSorts).extend({
  state: z.enum(announcementStates).optional(),
  audience: z.enum(audiences).optional(),
})

const Point = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) })

/** A picture beside the sign-in forms, with a quote. */
export const SignInPicture = z.object({ picture: Picture.nullable(), quote: z.string(), attribution: z.string() })
export type SignInPicture = z.infer<typeof SignInPicture>

export const SignInPictureFields = z
  .object({
    media: Id.nullable(),
    alt: z.string().trim().max(500),
    /** A picture without meaning has no alternative text. */
    decorative: z.boolean(),
    focus: Point.nullable(),
    quote: line(MAX_QUOTE_LENGTH),
    attribution: line(100),
    enabled: z.boolean(),
  })
  .refine(({ media, quote }) => media !== null || quote !== '', {
    path: ['quote'],
    message: 'Choose a picture or enter a quote.',
  })
  .refine(({ media, alt, decorative }) => media === null || decorative || alt !== '', {
    path: ['alt'],
    message: 'Describe the picture, or mark it as decorative.',
  })
export type SignInPictureFields = z.infer<typeof SignInPictureFields>

export const AdminSignInPicture = z.object({
  id: z.string(),
  media: z.string().nullable(),
  picture: Picture.nullable(),
  alt: z.string(),
  decorative: z.boolean(),
  focus: Point.nullable(),
  quote: z.string(),
  attribution: z.string(),
  enabled: z.boolean(),
  /** Whether it is the one of today, in UTC. */
  today: z.boolean(),
  version: z.int(),
})
export type AdminSignInPicture = z.infer<typeof AdminSignInPicture>

const One = z.object({ id: Id })
const Deleted = z.object({ deleted: z.literal(true) })
const Version = z.object({ version: z.int() })

export const bannerEndpoints = {
  'GET /api/announcements': {
    access: 'anyone',
    says: 'Lists the announcements for you that you have not dismissed, most important first.',
    reply: z.array(Announcement),
  },
  'PUT /api/announcements/{id}/dismissal': {
    access: 'reader',
    says: 'Dismisses an announcement on all your devices until its text changes.',
    limit: 'toggle',
    params: One,
    body: z.object({ revision: z.int().min(1) }),
    reply: z.object({ dismissed: z.literal(true) }),
  },
  'GET /api/sign-in-picture': {
    access: 'anyone',
    says: 'Returns the picture and quote beside the sign-in forms today.',
    reply: SignInPicture.nullable(),
  },
  'GET /api/admin/announcements': {
    access: 'editor',
    scope: 'announcements:read',
    says: 'Lists all announcements. `q` finds words of their texts.',
    query: AnnouncementQuery,
    reply: pageOf(AdminAnnouncement),
  },
  'GET /api/admin/announcements/{id}': {
    access: 'editor',
    scope: 'announcements:read',
    says: 'Returns an announcement.',
    params: One,
    reply: AdminAnnouncement,
  },
  'POST /api/admin/announcements': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Creates an announcement.',
    body: AnnouncementFields,
    reply: AdminAnnouncement,
  },
  'PUT /api/admin/announcements/{id}': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Changes an announcement.',
    params: One,
    body: AnnouncementFields.safeExtend(Version.shape),
    reply: AdminAnnouncement,
  },
  'POST /api/admin/announcements/{id}/duplicate': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Creates a draft with the content of an announcement.',
    params: One,
    reply: AdminAnnouncement,
  },
  'DELETE /api/admin/announcements/{id}': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Deletes an announcement. It can be restored for a day.',
    params: One,
    reply: Deleted,
  },
  'POST /api/admin/announcements/{id}/restore': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Restores a deleted announcement.',
    params: One,
    reply: AdminAnnouncement,
  },
  'GET /api/admin/sign-in-pictures': {
    access: 'editor',
    scope: 'announcements:read',
    says: 'Lists the pictures beside the sign-in forms in their order.',
    reply: z.array(AdminSignInPicture),
  },
  'POST /api/admin/sign-in-pictures': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Adds a picture to the end of the list.',
    body: SignInPictureFields,
    reply: AdminSignInPicture,
  },
  'PUT /api/admin/sign-in-pictures/order': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Reorders the pictures.',
    body: z.object({ ids: z.array(Id).max(100) }),
    reply: z.array(AdminSignInPicture),
  },
  'PUT /api/admin/sign-in-pictures/{id}': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Changes a picture, its quote or its attribution.',
    params: One,
    body: SignInPictureFields.safeExtend(Version.shape),
    reply: AdminSignInPicture,
  },
  'DELETE /api/admin/sign-in-pictures/{id}': {
    access: 'editor',
    scope: 'announcements:write',
    says: 'Deletes a picture from the sign-in pages. It stays in the library.',
    params: One,
    reply: Deleted,
  },
} satisfies EndpointTable
