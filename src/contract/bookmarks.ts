import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { StoryCard } from './reading.ts'
import { Id, PageQuery, Ref, pageOf } from './shapes.ts'

export const MAX_LISTS = 100
export const MAX_LIST_ITEMS = 5000

export const ReadingList = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  public: z.boolean(),
  /** The default list, which stories are saved to. It cannot be deleted. */
  first: z.boolean(),
  stories: z.int(),
  updatedAt: z.iso.datetime(),
})
export type ReadingList = z.infer<typeof ReadingList>

/** A story in a list. The note is visible only to the owner, unless the list is public. */
export const Bookmark = z.object({ story: StoryCard, note: z.string(), addedAt: z.iso.datetime() })
export type Bookmark = z.infer<typeof Bookmark>

const Name = z.string().trim().min(1).max(80)
const Description = z.string().trim().max(500)
const ListParams = z.object({ list: Id })
const ListItemParams = ListParams.extend({ ref: Ref })
/** The lists a story is in, and the latest note on it. */
const SavedState = z.object({ saved: z.boolean(), lists: z.array(z.string()), note: z.string() })

export const bookmarkEndpoints = {
  'GET /api/lists': {
    access: 'reader',
    says: 'Lists the viewer’s reading lists in their order.',
    reply: z.array(ReadingList),
  },
  'POST /api/lists': {
    access: 'reader',
    says: 'Creates a reading list.',
    body: z.object({ name: Name, description: Description.default(''), public: z.boolean().default(false) }),
    reply: ReadingList,
  },
  'PATCH /api/lists/{list}': {
    access: 'reader',
    says: 'Updates a list’s name, description or visibility.',
    params: ListParams,
    body: z.object({
      name: Name.optional(),
      description: Description.optional(),
      public: z.boolean().optional(),
    }),
    reply: ReadingList,
  },
  'DELETE /api/lists/{list}': {
    access: 'reader',
    says: 'Deletes a list. It can be restored for 24 hours.',
    params: ListParams,
    reply: z.object({}),
  },
  'POST /api/lists/{list}/restore': {
    access: 'reader',
    says: 'Restores a deleted list.',
    params: ListParams,
    reply: ReadingList,
  },
  'PUT /api/lists/order': {
    access: 'reader',
    says: 'Reorders the viewer’s lists. Lists left out come last.',
    body: z.object({ lists: z.array(Id).max(MAX_LISTS) }),
    reply: z.array(ReadingList),
  },
  'GET /api/lists/{list}': {
    access: 'anyone',
    says: 'Returns a list and its owner. The list must be public or belong to the viewer.',
    params: ListParams,
    reply: ReadingList.extend({ owner: PersonCard, mine: z.boolean() }),
  },
  'GET /api/lists/{list}/stories': {
    access: 'anyone',
    says: 'Lists the stories in a list, in list order.',
    params: ListParams,
    query: PageQuery,
    reply: pageOf(Bookmark),
  },
  'GET /api/people/{ref}/lists': {
    access: 'anyone',
    says: 'Lists a person’s public reading lists.',
    params: z.object({ ref: Ref }),
    reply: z.array(ReadingList),
  },
  'GET /api/stories/{ref}/lists': {
    access: 'reader',
    says: 'Returns which of the viewer’s lists contain a story.',
    params: z.object({ ref: Ref }),
    reply: SavedState,
  },
  'PUT /api/stories/{ref}/bookmark': {
    access: 'reader',
    limit: 'toggle',
    says: 'Saves a story to the viewer’s default list, unless it is already in a list.',
    params: z.object({ ref: Ref }),
    reply: SavedState,
  },
  'DELETE /api/stories/{ref}/bookmark': {
    access: 'reader',
    limit: 'toggle',
    says: 'Removes a story from all of the viewer’s lists and returns the lists it was in.',
    params: z.object({ ref: Ref }),
    reply: SavedState.extend({ from: z.array(z.object({ list: z.string(), note: z.string() })) }),
  },
  'PUT /api/lists/{list}/stories/{ref}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Adds a story to the top of a list, or updates the note of a story already in it.',
    params: ListItemParams,
    body: z.object({ note: z.string().trim().max(1000).optional() }),
    reply: SavedState,
  },
  'DELETE /api/lists/{list}/stories/{ref}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Removes a story from a list.',
    params: ListItemParams,
    reply: SavedState,
  },
  'POST /api/lists/{list}/stories/{ref}/place': {
    access: 'reader',
    limit: 'toggle',
    says: 'Moves a story within its list: after another story, or to the top.',
    params: ListItemParams,
    body: z.object({ after: Id.nullable() }),
    reply: z.object({}),
  },
  'POST /api/lists/{list}/bulk': {
    access: 'reader',
    says: 'Moves, copies or removes several stories of a list. Changes all of them or none.',
    params: ListParams,
    body: z.object({
      do: z.enum(['move', 'copy', 'remove']),
      stories: z.array(Id).min(1).max(200),
      to: Id.optional(),
    }),
    reply: z.object({
      done: z.int(),
      /** The stories that are still in one of the viewer’s lists. */
      saved: z.array(z.string()),
    }),
  },
} satisfies EndpointTable
