import { z } from 'zod'
import { MIN_CONTRAST, contrastWithWhite } from '#contract/color.ts'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { MAX_ALT_LENGTH } from '#contract/constants.ts'
import { Id, Picture, pageOf } from '#contract/shapes.ts'
import { MAX_BULK_TAGS, MAX_CATEGORY_DESCRIPTION, MAX_TOPIC_NAME, MAX_TOPIC_SLUG } from './topic-rules.ts'

export const Color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #15803d.')
  .refine((color) => contrastWithWhite(color) >= MIN_CONTRAST, 'This colour is too light. Choose a darker one.')

const Name = z.string().trim().min(1, 'Enter a name.').max(MAX_TOPIC_NAME)
const CategorySlug = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_TOPIC_SLUG)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use only letters from a to z, digits and hyphens.')

/** A merge or rename that is still being carried to stories and followers. */
export const TopicProgress = z.object({
  action: z.enum(['merge', 'rename']),
  /** The name of the topic that a merge keeps. */
  into: z.string().nullable(),
  done: z.int(),
  total: z.int(),
})
export type TopicProgress = z.infer<typeof TopicProgress>

export const AdminCategory = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  picture: Picture.nullable(),
  /** The library picture that `picture` shows. Null also for pictures that are in no library. */
  media: z.string().nullable(),
  color: z.string().nullable(),
  stories: z.int(),
  followers: z.int(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
  progress: TopicProgress.nullable(),
})
export type AdminCategory = z.infer<typeof AdminCategory>

export const CategoryFields = z.object({
  name: Name,
  /** Generated from the name when it is left out. */
  slug: CategorySlug.optional(),
  description: z.string().trim().max(MAX_CATEGORY_DESCRIPTION).default(''),
  /** `media` is null to keep a picture that is in no library. */
  picture: z
    .object({
      media: Id.nullable(),
      alt: z.string().trim().max(MAX_ALT_LENGTH),
      focus: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }).nullable(),
    })
    .nullable()
    .default(null),
  color: Color.nullable().default(null),
})
export type CategoryFields = z.infer<typeof CategoryFields>

export const AdminTag = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  stories: z.int(),
  followers: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
  progress: TopicProgress.nullable(),
})
export type AdminTag = z.infer<typeof AdminTag>

export const AdminTopic = z.object({
  kind: z.enum(['category', 'tag']),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  stories: z.int(),
  followers: z.int(),
  /** People who started to follow it in the last 30 days and still do. */
  newFollowers: z.int(),
})
export type AdminTopic = z.infer<typeof AdminTopic>

/** What a merge moves. */
export const MergePreview = z.object({
  stories: z.int(),
  /** Stories that are already in the other topic. */
  storiesInBoth: z.int(),
  followers: z.int(),
  /** People who already follow the other topic. */
  followersOfBoth: z.int(),
  /** Whether it is done before the request is answered. Otherwise it runs in the background. */
  atOnce: z.boolean(),
})
export type MergePreview = z.infer<typeof MergePreview>

const BulkReply = z.object({
  results: z.array(
    z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
  ),
})
const TagIds = z.array(Id).min(1).max(MAX_BULK_TAGS)

const One = z.object({ id: Id })
export const tagSorts = ['name', 'stories', 'followers', 'created'] as const
export const topicSorts = ['followers', 'stories', 'name'] as const

export const taxonomyEndpoints = {
  'GET /api/admin/categories': {
    access: 'editor',
    scope: 'taxonomy:read',
    says: 'Lists all categories in display order, with what the admin screen shows of them.',
    reply: z.array(AdminCategory),
  },
  'GET /api/admin/categories/slug': {
    access: 'editor',
    scope: 'taxonomy:read',
    limit: 'look',
    says: 'Tells whether a category can have this slug. `id` is the category that wants it.',
    query: z.object({ slug: z.string().max(200).default(''), id: Id.optional() }),
    reply: z.object({ free: z.boolean() }),
  },
  'POST /api/admin/categories': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Creates a category at the end of the order.',
    body: CategoryFields,
    reply: AdminCategory,
  },
  'PUT /api/admin/categories/{id}': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Updates a category. A new slug redirects from the old one. Refused when `version` is not the current one.',
    params: One,
    body: CategoryFields.extend({ version: z.int() }),
    reply: AdminCategory,
  },
  'POST /api/admin/categories/{id}/move': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Places a category after another one, or first when `after` is null. Returns the new order.',
    params: One,
    body: z.object({ after: Id.nullable() }),
    reply: z.array(AdminCategory),
  },
  'DELETE /api/admin/categories/{id}': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Deletes a category that no story and no draft is in.',
    params: One,
    reply: z.object({ deleted: z.literal(true) }),
  },
  'GET /api/admin/categories/{id}/merge': {
    access: 'editor',
    scope: 'taxonomy:read',
    says: 'Tells what merging a category into another one would move.',
    params: One,
    query: z.object({ into: Id }),
    reply: MergePreview,
  },
  'POST /api/admin/categories/{id}/merge': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Merges a category into another one, which gets its stories, drafts and followers. Its address redirects.',
    params: One,
    body: z.object({ into: Id }),
    reply: z.object({ done: z.boolean() }),
  },
  'GET /api/admin/tags': {
    access: 'editor',
    scope: 'taxonomy:read',
    says: 'Lists tags. `q` finds words of their names; `used=no` lists those without a published story.',
    query: adminListQuery(tagSorts).extend({ used: z.enum(['yes', 'no']).optional() }),
    reply: pageOf(AdminTag),
  },
  'POST /api/admin/tags': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Creates a tag.',
    body: z.object({ name: Name }),
    reply: AdminTag,
  },
  'PATCH /api/admin/tags/{id}': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Renames a tag. A new slug redirects from the old one. Refused when another tag has the name: merge them.',
    params: One,
    body: z.object({ name: Name, version: z.int() }),
    reply: AdminTag,
  },
  'POST /api/admin/tags/merge/preview': {
    access: 'editor',
    scope: 'taxonomy:read',
    limit: 'read',
    says: 'Tells what merging tags into another one would move.',
    body: z.object({ ids: TagIds, into: Id }),
    reply: MergePreview,
  },
  'POST /api/admin/tags/merge': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Merges tags into another one, which gets their stories, drafts and followers. Their addresses redirect.',
    body: z.object({ ids: TagIds, into: Id }),
    reply: BulkReply,
  },
  'POST /api/admin/tags/delete': {
    access: 'editor',
    scope: 'taxonomy:write',
    says: 'Deletes tags that no story has.',
    body: z.object({ ids: TagIds }),
    reply: BulkReply,
  },
  'GET /api/admin/topics': {
    access: 'editor',
    scope: 'taxonomy:read',
    says: 'Lists categories and tags that people follow, with their growth in the last 30 days.',
    query: adminListQuery(topicSorts).extend({ kind: z.enum(['category', 'tag']).optional() }),
    reply: pageOf(AdminTopic),
  },
} satisfies EndpointTable
