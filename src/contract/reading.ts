import { z } from 'zod'
import { ContentsItem } from './articles.ts'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { PageQuery, Picture, Ref, pageOf } from './shapes.ts'

export const CategoryCard = z.object({ slug: z.string(), name: z.string() })
export type CategoryCard = z.infer<typeof CategoryCard>

export const Category = CategoryCard.extend({
  description: z.string(),
  picture: Picture.nullable(),
  stories: z.int(),
})
export type Category = z.infer<typeof Category>

export const Tag = z.object({ slug: z.string(), name: z.string() })
export type Tag = z.infer<typeof Tag>

/** A story as lists show it. */
export const StoryCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  excerpt: z.string(),
  /** A language tag; it decides the direction of the text. */
  language: z.string(),
  cover: Picture.nullable(),
  category: CategoryCard.nullable(),
  tag: Tag.nullable(),
  author: PersonCard,
  publishedAt: z.iso.datetime(),
  readingMinutes: z.int(),
  /** Whether all or a part of it is for members. */
  forMembers: z.boolean(),
  likes: z.int(),
  responses: z.int(),
  /** Whether the viewer has it in one of their lists. */
  saved: z.boolean(),
})
export type StoryCard = z.infer<typeof StoryCard>

export const Story = StoryCard.extend({
  /** Rendered by the server from the stored document; safe by construction. */
  html: z.string(),
  tags: z.array(Tag),
  coAuthors: z.array(PersonCard),
  /** Those of its authors whom the viewer follows, by id. */
  followed: z.array(z.string()),
  updatedAt: z.iso.datetime(),
  wordCount: z.int(),
  /** Where it stands, whole, for those who pass it on. */
  address: z.string(),
  canonical: z.string().nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  takesResponses: z.boolean(),
  contents: z.array(ContentsItem),
  /** Whether the viewer likes it. */
  liked: z.boolean(),
  /** Whether there is more for members below what this viewer gets. */
  walled: z.boolean(),
})
export type Story = z.infer<typeof Story>

export const readingEndpoints = {
  'GET /api/stories': {
    access: 'anyone',
    says: 'Published stories, newest first; by category, tag or author.',
    query: PageQuery.extend({ category: Ref.optional(), tag: Ref.optional(), author: Ref.optional() }),
    reply: pageOf(StoryCard),
  },
  'GET /api/stories/{ref}': {
    access: 'anyone',
    says: 'One published story, by slug or id.',
    params: z.object({ ref: Ref }),
    reply: Story,
  },
  'GET /api/tags': {
    access: 'anyone',
    says: 'Tags that begin with the words, the most used first, to choose from.',
    query: z.object({ q: z.string().trim().min(1).max(40) }),
    reply: z.array(Tag.extend({ stories: z.int() })),
  },
  'GET /api/categories': {
    access: 'anyone',
    says: 'Every category, in the order in which the site shows them.',
    reply: z.array(Category),
  },
  'GET /api/categories/{slug}': {
    access: 'anyone',
    says: 'One category, with its featured stories and the tags its stories use most.',
    params: z.object({ slug: Ref }),
    reply: Category.extend({ featured: z.array(StoryCard), tags: z.array(Tag) }),
  },
} satisfies EndpointTable
