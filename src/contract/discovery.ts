import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Person } from './people.ts'
import { GiftToken } from './paywall.ts'
import { Category, StoryCard, Tag } from './reading.ts'
import { PageQuery, Ref, pageOf } from './shapes.ts'

export type Engagement = 'read' | 'like' | 'bookmark' | 'response'

/** Why a story was recommended. Shown on its card. */
export const RecommendationReason = z.object({
  /** A followed author, co-author or topic, a story or author the reader has read, popular now, or new. */
  kind: z.enum(['person', 'co-author', 'topic', 'story', 'author', 'trending', 'new']),
  /** Name of the person, topic or author, or title of the story. Empty for `trending` and `new`. */
  name: z.string(),
})
export type RecommendationReason = z.infer<typeof RecommendationReason>

export const RecommendedStory = z.object({ story: StoryCard, why: RecommendationReason })
export type RecommendedStory = z.infer<typeof RecommendedStory>

/** A story the viewer has started. `progress` is a percentage. */
export const StartedStory = z.object({ story: StoryCard, progress: z.int().min(0).max(100), readAt: z.iso.datetime() })
export type StartedStory = z.infer<typeof StartedStory>

export const RelatedStories = z.object({
  related: z.array(StoryCard),
  byAuthor: z.array(StoryCard),
  /** The most related story that is not in `related`. */
  next: StoryCard.nullable(),
})
export type RelatedStories = z.infer<typeof RelatedStories>

/** A category or tag that can be followed. */
export const Topic = z.object({ kind: z.enum(['category', 'tag']), slug: z.string(), name: z.string() })
export type Topic = z.infer<typeof Topic>

const Weight = z.int().min(0).max(3)
/** How much each reason counts, from 0 (not at all) to 3 (most). `newest` turns recommendations off. */
export const ForYouWeights = z.object({
  newest: z.boolean(),
  people: Weight,
  topics: Weight,
  reading: Weight,
  trending: Weight,
})
export type ForYouWeights = z.infer<typeof ForYouWeights>

const TopicRef = z.object({ kind: Topic.shape.kind, slug: Ref })

export const discoveryEndpoints = {
  'GET /api/home': {
    access: 'anyone',
    says: 'Returns the content of the home page: featured, trending and latest stories, categories and creators.',
    reply: z.object({
      featured: z.array(StoryCard),
      trending: z.array(StoryCard),
      latest: z.array(StoryCard),
      categories: z.array(Category),
      creators: z.array(Person),
    }),
  },
  'GET /api/trending': {
    access: 'anyone',
    says: 'Lists trending stories: those with the most engagement, weighted toward recent activity. Filter by category.',
    query: z.object({ category: Ref.optional(), limit: z.coerce.number().int().min(1).max(20).default(6) }),
    reply: z.array(StoryCard),
  },
  'GET /api/stories/{ref}/beside': {
    access: 'anyone',
    says: 'Lists stories to read next: related stories, stories by the same author and the next story.',
    params: z.object({ ref: Ref }),
    reply: RelatedStories,
  },
  'GET /api/tags/{slug}': {
    access: 'anyone',
    says: 'Returns a tag with its number of stories and its related tags.',
    params: z.object({ slug: Ref }),
    reply: Tag.extend({ stories: z.int(), related: z.array(Tag) }),
  },
  'POST /api/stories/{ref}/reading': {
    access: 'anyone',
    says: 'Records reading progress as a percentage, and whether the reader finished. Visitors are counted anonymously.',
    params: z.object({ ref: Ref }),
    body: z.object({
      progress: z.int().min(0).max(100),
      finished: z.boolean(),
      /** The token of the gift link with which the reader opened the story. */
      gift: GiftToken.optional(),
    }),
    limit: 'read',
    reply: z.object({
      counted: z.boolean(),
      /** Of a finish that came too soon: the seconds after which it counts when it is reported again. */
      waitSeconds: z.int().optional(),
    }),
  },
  'GET /api/for-you': {
    access: 'reader',
    says: 'Lists recommended stories, each with the reason for the recommendation.',
    query: PageQuery,
    reply: pageOf(RecommendedStory),
  },
  'GET /api/for-you/weights': {
    access: 'reader',
    says: 'Returns the viewer’s feed preferences: how much each reason counts.',
    reply: ForYouWeights,
  },
  'PUT /api/for-you/weights': {
    access: 'reader',
    says: 'Updates the viewer’s feed preferences and refreshes their recommendations.',
    body: ForYouWeights,
    reply: ForYouWeights,
  },
  'GET /api/following': {
    access: 'reader',
    says: 'Lists stories by the people and in the categories and tags the viewer follows, newest first.',
    query: PageQuery,
    reply: pageOf(StoryCard),
  },
  'GET /api/readings': {
    access: 'reader',
    says: 'Lists stories the viewer has started but not finished, most recent first.',
    reply: z.array(StartedStory),
  },
  'DELETE /api/readings/{ref}': {
    access: 'reader',
    says: 'Deletes the viewer’s reading progress for a story. That they finished it stays, so that it counts once.',
    params: z.object({ ref: Ref }),
    reply: z.object({}),
  },
  'GET /api/topics': {
    access: 'reader',
    says: 'Lists the categories and tags the viewer follows, and suggestions.',
    reply: z.object({ mine: z.array(Topic), categories: z.array(Category), tags: z.array(Tag) }),
  },
  'GET /api/people/{ref}/topics': {
    access: 'anyone',
    says: 'Lists the categories and tags a person follows.',
    params: z.object({ ref: Ref }),
    reply: z.array(Topic),
  },
  'PUT /api/topics/{kind}/{slug}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Follows a category or tag.',
    params: TopicRef,
    reply: z.object({}),
  },
  'DELETE /api/topics/{kind}/{slug}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Unfollows a category or tag.',
    params: TopicRef,
    reply: z.object({}),
  },
} satisfies EndpointTable
