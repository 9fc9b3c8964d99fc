import { z } from 'zod'
import { membershipStates, planPeriods } from '#contract/membership/states.ts'
import { CategoryCard, Tag } from '#contract/reading.ts'
import type { WebhookEventType } from './event-types.ts'

/** With an absolute URL. */
const EventPicture = z.object({ src: z.url(), alt: z.string(), width: z.int(), height: z.int() })

const EventAuthor = z.object({ id: z.string(), handle: z.string(), name: z.string(), url: z.url() })

const EventPerson = EventAuthor.extend({
  about: z.string(),
  avatar: EventPicture.nullable(),
  joinedAt: z.iso.datetime(),
})

/** What the card of a story shows. Never the text, which may be for members only. */
const EventStory = z.object({
  id: z.string(),
  slug: z.string(),
  url: z.url(),
  title: z.string(),
  subtitle: z.string(),
  excerpt: z.string(),
  language: z.string(),
  cover: EventPicture.nullable(),
  category: CategoryCard.nullable(),
  tags: z.array(Tag),
  author: EventAuthor,
  coAuthors: z.array(EventAuthor),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  readingMinutes: z.int(),
  forMembers: z.boolean(),
})

/** A story that is no longer public: only what identifies it. */
const HiddenStory = z.object({ id: z.string(), slug: z.string(), url: z.url() })

const HiddenResponse = z.object({ id: z.string(), parent: z.string().nullable(), story: HiddenStory })

const EventResponse = HiddenResponse.extend({
  url: z.url(),
  author: EventAuthor,
  text: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})

/** Without what the person paid with: amounts are in the smallest unit of the currency. */
const EventMembership = z.object({
  id: z.string(),
  person: EventAuthor,
  state: z.enum(membershipStates),
  plan: z.object({ id: z.string(), name: z.string() }),
  price: z.int(),
  currency: z.string(),
  period: z.enum(planPeriods),
  startedAt: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
})

/** The `data` of each event. Fields that are not declared here are not sent. */
export const webhookPayloads = {
  'story.published': EventStory,
  'story.updated': EventStory,
  'story.unpublished': HiddenStory,
  'story.removed': HiddenStory,
  'response.created': EventResponse,
  'response.updated': EventResponse,
  'response.hidden': HiddenResponse,
  'response.deleted': HiddenResponse,
  'person.created': EventPerson,
  'person.updated': EventPerson,
  'person.disabled': z.object({ id: z.string() }),
  'person.deleted': z.object({ id: z.string() }),
  'membership.started': EventMembership,
  'membership.changed': EventMembership,
  'membership.ended': EventMembership,
  'test.ping': z.object({ webhook: z.string(), site: z.url() }),
} satisfies Record<WebhookEventType, z.ZodObject>

export type WebhookData<Type extends WebhookEventType> = z.input<(typeof webhookPayloads)[Type]>
