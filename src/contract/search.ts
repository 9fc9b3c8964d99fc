import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Person } from './people.ts'
import { Category, StoryCard, Tag } from './reading.ts'
import { PageQuery, Ref } from './shapes.ts'

/** Longer queries are truncated. */
export const MAX_QUERY_LENGTH = 200

export const searchKinds = ['stories', 'creators', 'tags', 'categories'] as const
export type SearchKind = (typeof searchKinds)[number]

const QueryText = z.string().transform((text) =>
  text
    .slice(0, MAX_QUERY_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim(),
)

/** Part of a text, and whether it matches the query. Plain text, never HTML. */
export const TextSegment = z.object({ text: z.string(), hit: z.boolean() })
export type TextSegment = z.infer<typeof TextSegment>

/** `more` is true when there are more results than were counted. */
export const ResultCount = z.object({ count: z.int(), more: z.boolean() })
export type ResultCount = z.infer<typeof ResultCount>

export const StoryResult = StoryCard.extend({
  titlePieces: z.array(TextSegment),
  /** The passage with the most matching words. */
  passage: z.array(TextSegment),
})
export type StoryResult = z.infer<typeof StoryResult>

/** A filter value, its label, and the number of counted stories it matches. */
export const Facet = z.object({ value: z.string(), name: z.string(), stories: z.int() })
export type Facet = z.infer<typeof Facet>

export const TagResult = Tag.extend({ stories: z.int() })
export type TagResult = z.infer<typeof TagResult>

export const SearchReply = z.object({
  q: z.string(),
  /** The requested kind, or else the first with results. */
  kind: z.enum(searchKinds),
  /** The corrected query that was used when the original had no results. */
  instead: z.string().nullable(),
  found: z.object({ stories: ResultCount, creators: ResultCount, tags: ResultCount, categories: ResultCount }),
  /** Only this kind is filled. */
  stories: z.array(StoryResult),
  creators: z.array(Person),
  tags: z.array(TagResult),
  categories: z.array(Category),
  next: z.string().nullable(),
  facets: z.object({
    category: z.array(Facet),
    tag: z.array(Facet),
    author: z.array(Facet),
    year: z.array(Facet),
  }),
  /** Suggestions when the query is empty or has no results. */
  popular: z.array(TagResult),
})
export type SearchReply = z.infer<typeof SearchReply>

export const Suggestions = z.object({
  stories: z.array(z.object({ slug: z.string(), title: z.string(), author: z.string() })),
  creators: z.array(z.object({ handle: z.string(), name: z.string() })),
  tags: z.array(Tag),
  categories: z.array(Tag),
})
export type Suggestions = z.infer<typeof Suggestions>

export const searchEndpoints = {
  'GET /api/search': {
    access: 'anyone',
    scope: 'stories:read',
    says: 'Searches stories, creators, tags and categories. Best matches first.',
    query: PageQuery.extend({
      q: QueryText.default(''),
      /** If absent, the first kind with results; stories if there are filters. */
      kind: z.enum(searchKinds).optional(),
      category: Ref.optional(),
      tag: Ref.optional(),
      author: Ref.optional(),
      year: z.coerce.number().int().min(1900).max(9999).optional(),
      /** `1` turns spelling correction off. */
      exact: z.enum(['1']).optional(),
      /** Low, because finding the passage in each story is expensive. */
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: SearchReply,
  },
  'GET /api/search/suggest': {
    access: 'anyone',
    says: 'Returns suggestions for a partial query.',
    query: z.object({ q: QueryText.default('') }),
    reply: Suggestions,
  },
} satisfies EndpointTable
