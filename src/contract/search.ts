import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Person } from './people.ts'
import { Category, StoryCard, Tag } from './reading.ts'
import { PageQuery, Ref } from './shapes.ts'

/** Longer questions are cut here: nobody means the rest. */
export const QUESTION_LETTERS = 200

export const searchKinds = ['stories', 'creators', 'tags', 'categories'] as const
export type SearchKind = (typeof searchKinds)[number]

const Question = z.string().transform((text) =>
  text
    .slice(0, QUESTION_LETTERS)
    .replace(/\p{Cs}/gu, '')
    .trim(),
)

/** A part of a text, and whether it is what was searched for. Never HTML. */
export const Piece = z.object({ text: z.string(), hit: z.boolean() })
export type Piece = z.infer<typeof Piece>

/** `more` when counting stopped there. */
export const Found = z.object({ count: z.int(), more: z.boolean() })
export type Found = z.infer<typeof Found>

export const FoundStory = StoryCard.extend({
  titlePieces: z.array(Piece),
  /** The passage that has most of the words. */
  passage: z.array(Piece),
})
export type FoundStory = z.infer<typeof FoundStory>

/** One way to narrow the results: its value in the address, its name, and how many of what was counted it leaves. */
export const Facet = z.object({ value: z.string(), name: z.string(), stories: z.int() })
export type Facet = z.infer<typeof Facet>

export const TagFound = Tag.extend({ stories: z.int() })
export type TagFound = z.infer<typeof TagFound>

export const SearchReply = z.object({
  /** What was searched for, as it was typed. */
  q: z.string(),
  /** What was searched for in its place, because nothing has the words as they were typed. */
  instead: z.string().nullable(),
  found: z.object({ stories: Found, creators: Found, tags: Found, categories: Found }),
  /** Of these, only the kind that was asked for is filled. */
  stories: z.array(FoundStory),
  creators: z.array(Person),
  tags: z.array(TagFound),
  categories: z.array(Category),
  next: z.string().nullable(),
  facets: z.object({
    category: z.array(Facet),
    tag: z.array(Facet),
    author: z.array(Facet),
    year: z.array(Facet),
  }),
  /** Where to look instead, when nothing was asked for or found. */
  popular: z.array(TagFound),
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
    says: 'Stories, creators, tags and categories that have the words, the best first.',
    query: PageQuery.extend({
      q: Question.default(''),
      kind: z.enum(searchKinds).default('stories'),
      category: Ref.optional(),
      tag: Ref.optional(),
      author: Ref.optional(),
      year: z.coerce.number().int().min(1900).max(9999).optional(),
      /** `1` keeps to the words as they were typed. */
      exact: z.enum(['1']).optional(),
      /** Few, because a passage is looked for in each. */
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: SearchReply,
  },
  'GET /api/search/suggest': {
    access: 'anyone',
    says: 'A few places to go, for somebody who is still typing.',
    query: z.object({ q: Question.default('') }),
    reply: Suggestions,
  },
} satisfies EndpointTable
