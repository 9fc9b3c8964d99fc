import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { Person } from './people.ts'
import { Category, StoryCard, Tag } from './reading.ts'
import { PageQuery, Ref, pageOf } from './shapes.ts'

/** Signs that a reader cares for a story. */
export type Engagement = 'read' | 'like' | 'bookmark' | 'response'

/** What put a story among those chosen for somebody, so that its card can say so. */
export const Why = z.object({
  /** Somebody or a topic they follow, a story or an author they read, what many finish now, or what is simply new. */
  kind: z.enum(['person', 'topic', 'story', 'author', 'trending', 'new']),
  /** Of the person, the topic, the story or the author. */
  name: z.string(),
})
export type Why = z.infer<typeof Why>

export const ChosenStory = z.object({ story: StoryCard, why: Why })
export type ChosenStory = z.infer<typeof ChosenStory>

/** A story that somebody has begun, and how far they came, in parts of a hundred. */
export const BegunStory = z.object({ story: StoryCard, progress: z.int().min(0).max(100), readAt: z.iso.datetime() })
export type BegunStory = z.infer<typeof BegunStory>

/** What stands below a story. */
export const Beside = z.object({
  related: z.array(StoryCard),
  byAuthor: z.array(StoryCard),
  /** Where to go on reading: the most related that was not shown above. */
  next: StoryCard.nullable(),
})
export type Beside = z.infer<typeof Beside>

/** A shelf or a word that somebody follows. */
export const Topic = z.object({ kind: z.enum(['category', 'tag']), slug: z.string(), name: z.string() })
export type Topic = z.infer<typeof Topic>

const Weight = z.int().min(0).max(3)
/** How much each reason counts for a reader, from not at all to most; or plain newest first. */
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
    says: 'What the home page shows: featured, trending and latest stories, categories, creators.',
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
    says: 'Published stories that are read to the end most, lately rather than long ago; of the whole site or a category.',
    query: z.object({ category: Ref.optional(), limit: z.coerce.number().int().min(1).max(20).default(6) }),
    reply: z.array(StoryCard),
  },
  'GET /api/stories/{ref}/beside': {
    access: 'anyone',
    says: 'Stories to read after one: related, by the same author, and the next.',
    params: z.object({ ref: Ref }),
    reply: Beside,
  },
  'GET /api/tags/{slug}': {
    access: 'anyone',
    says: 'One tag, with how many stories carry it, and the tags that stand beside it most.',
    params: z.object({ slug: Ref }),
    reply: Tag.extend({ stories: z.int(), related: z.array(Tag) }),
  },
  'POST /api/stories/{ref}/reading': {
    access: 'anyone',
    says: 'How far a reader came, in parts of a hundred, and whether they finished. Visitors are counted without being kept.',
    params: z.object({ ref: Ref }),
    body: z.object({ progress: z.int().min(0).max(100), finished: z.boolean() }),
    limit: 'read',
    reply: z.object({}),
  },
  'GET /api/for-you': {
    access: 'reader',
    says: 'Stories chosen for the viewer from their topics and reading, each with its reason.',
    query: PageQuery,
    reply: pageOf(ChosenStory),
  },
  'GET /api/for-you/weights': {
    access: 'reader',
    says: 'How much each reason counts when stories are chosen for the viewer.',
    reply: ForYouWeights,
  },
  'PUT /api/for-you/weights': {
    access: 'reader',
    says: 'Changes how much each reason counts, down to plain newest first. The choice is made anew.',
    body: ForYouWeights,
    reply: ForYouWeights,
  },
  'GET /api/following': {
    access: 'reader',
    says: 'Stories of the people, categories and tags that the viewer follows, newest first.',
    query: PageQuery,
    reply: pageOf(StoryCard),
  },
  'GET /api/readings': {
    access: 'reader',
    says: 'What the viewer began and has not finished, the latest first.',
    reply: z.array(BegunStory),
  },
  'DELETE /api/readings/{ref}': {
    access: 'reader',
    says: 'Forgets that the viewer read a story.',
    params: z.object({ ref: Ref }),
    reply: z.object({}),
  },
  'GET /api/topics': {
    access: 'reader',
    says: 'The categories and tags the viewer follows, and some to choose from.',
    reply: z.object({ mine: z.array(Topic), categories: z.array(Category), tags: z.array(Tag) }),
  },
  'GET /api/people/{ref}/topics': {
    access: 'anyone',
    says: 'The categories and tags that somebody follows.',
    params: z.object({ ref: Ref }),
    reply: z.array(Topic),
  },
  'PUT /api/topics/{kind}/{slug}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Follows a category or a tag.',
    params: TopicRef,
    reply: z.object({}),
  },
  'DELETE /api/topics/{kind}/{slug}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Ends following a category or a tag.',
    params: TopicRef,
    reply: z.object({}),
  },
} satisfies EndpointTable
