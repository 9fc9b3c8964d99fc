import { z } from 'zod'
import { ContentsItem } from './articles/articles.ts'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { PageQuery, Picture, Ref, pageOf } from './shapes.ts'

export const CategoryCard = z.object({ slug: z.string(), name: z.string() })
export type CategoryCard = z.infer<typeof CategoryCard>

export const Category = CategoryCard.extend({
  description: z.string(),
  picture: Picture.nullable(),
  /** An accent, dark enough for text on white. */
  color: z.string().nullable(),
  stories: z.int(),
})
export type Category = z.infer<typeof Category>

export const Tag = z.object({ slug: z.string(), name: z.string() })
export type Tag = z.infer<typeof Tag>

export const StoryCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  excerpt: z.string(),
  /** BCP 47 tag. Also determines the text direction. */
  language: z.string(),
  cover: Picture.nullable(),
  category: CategoryCard.nullable(),
  tag: Tag.nullable(),
  author: PersonCard,
  publishedAt: z.iso.datetime(),
  readingMinutes: z.int(),
  /** Whether any part is for members only. */
  forMembers: z.boolean(),
  likes: z.int(),
  responses: z.int(),
  /** Whether it is in one of the viewer’s reading lists. */
  saved: z.boolean(),
})
export type StoryCard = z.infer<typeof StoryCard>

export const Story = StoryCard.extend({
  /** Rendered by the server from the stored document; safe by construction. */
  html: z.string(),
  tags: z.array(Tag),
  coAuthors: z.array(PersonCard),
  /** Ids of the authors that the viewer follows. */
  followed: z.array(z.string()),
  updatedAt: z.iso.datetime(),
  wordCount: z.int(),
  /** Absolute URL, for sharing. */
  address: z.string(),
  canonical: z.string().nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  takesResponses: z.boolean(),
  contents: z.array(ContentsItem),
  liked: z.boolean(),
  /** Whether the paywall hides part of the text from this viewer. */
  walled: z.boolean(),
})
export type Story = z.infer<typeof Story>

export const readingEndpoints = {
  'GET /api/stories': {
    access: 'anyone',
    scope: 'stories:read',
    says: 'Lists published stories, newest first. Filter by category, tag or author.',
    query: PageQuery.extend({ category: Ref.optional(), tag: Ref.optional(), author: Ref.optional() }),
    reply: pageOf(StoryCard),
  },
  'GET /api/stories/{ref}': {
    access: 'anyone',
    scope: 'stories:read',
    says: 'Returns a published story by slug or id.',
    params: z.object({ ref: Ref }),
    reply: Story,
  },
  'GET /api/tags': {
    access: 'anyone',
    says: 'Lists the most used tags, or those that start with the query, most used first.',
    query: z.object({ q: z.string().trim().min(1).max(40).optional() }),
    reply: z.array(Tag.extend({ stories: z.int() })),
  },
  'GET /api/categories': {
    access: 'anyone',
    says: 'Lists all categories in display order.',
    reply: z.array(Category),
  },
  'GET /api/categories/{slug}': {
    access: 'anyone',
    says: 'Returns a category with its featured stories and most used tags.',
    params: z.object({ slug: Ref }),
    reply: Category.extend({ featured: z.array(StoryCard), tags: z.array(Tag) }),
  },
} satisfies EndpointTable
