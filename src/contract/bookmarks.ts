import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { StoryCard } from './reading.ts'
import { Id, PageQuery, Ref, pageOf } from './shapes.ts'

export const MOST_LISTS = 100
export const MOST_IN_LIST = 5000

export const ReadingList = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  public: z.boolean(),
  /** Where a story goes when nothing else is said; it cannot be deleted. */
  first: z.boolean(),
  stories: z.int(),
  updatedAt: z.iso.datetime(),
})
export type ReadingList = z.infer<typeof ReadingList>

/** A story in a list. Its note is its owner's alone unless the list is public. */
export const Bookmark = z.object({ story: StoryCard, note: z.string(), addedAt: z.iso.datetime() })
export type Bookmark = z.infer<typeof Bookmark>

const Name = z.string().trim().min(1).max(80)
const Description = z.string().trim().max(500)
const OneList = z.object({ list: Id })
const InList = OneList.extend({ ref: Ref })
/** In which lists a story is now, whether in any, and the latest note on it. */
const Saved = z.object({ saved: z.boolean(), lists: z.array(z.string()), note: z.string() })

export const bookmarkEndpoints = {
  'GET /api/lists': {
    access: 'reader',
    says: 'The viewer’s reading lists, in their order.',
    reply: z.array(ReadingList),
  },
  'POST /api/lists': {
    access: 'reader',
    says: 'Makes a reading list.',
    body: z.object({ name: Name, description: Description.default(''), public: z.boolean().default(false) }),
    reply: ReadingList,
  },
  'PATCH /api/lists/{list}': {
    access: 'reader',
    says: 'Renames a list, describes it, shows it to everybody or to nobody.',
    params: OneList,
    body: z.object({
      name: Name.optional(),
      description: Description.optional(),
      public: z.boolean().optional(),
    }),
    reply: ReadingList,
  },
  'DELETE /api/lists/{list}': {
    access: 'reader',
    says: 'Deletes a list. It can be brought back for a day.',
    params: OneList,
    reply: z.object({}),
  },
  'POST /api/lists/{list}/restore': {
    access: 'reader',
    says: 'Brings back a list that was deleted.',
    params: OneList,
    reply: ReadingList,
  },
  'PUT /api/lists/order': {
    access: 'reader',
    says: 'Puts the viewer’s lists into this order. Lists that are not named come after.',
    body: z.object({ lists: z.array(Id).max(MOST_LISTS) }),
    reply: z.array(ReadingList),
  },
  'GET /api/lists/{list}': {
    access: 'anyone',
    says: 'One list and whose it is: the viewer’s own, or a public one.',
    params: OneList,
    reply: ReadingList.extend({ owner: PersonCard, mine: z.boolean() }),
  },
  'GET /api/lists/{list}/stories': {
    access: 'anyone',
    says: 'The stories of a list, in its order.',
    params: OneList,
    query: PageQuery,
    reply: pageOf(Bookmark),
  },
  'GET /api/people/{ref}/lists': {
    access: 'anyone',
    says: 'Somebody’s public reading lists.',
    params: z.object({ ref: Ref }),
    reply: z.array(ReadingList),
  },
  'GET /api/stories/{ref}/lists': {
    access: 'reader',
    says: 'In which of the viewer’s lists a story is.',
    params: z.object({ ref: Ref }),
    reply: Saved,
  },
  'PUT /api/stories/{ref}/bookmark': {
    access: 'reader',
    limit: 'toggle',
    says: 'Saves a story to the viewer’s first list, unless it is in one already.',
    params: z.object({ ref: Ref }),
    reply: Saved,
  },
  'DELETE /api/stories/{ref}/bookmark': {
    access: 'reader',
    limit: 'toggle',
    says: 'Takes a story out of all of the viewer’s lists, and says where it was.',
    params: z.object({ ref: Ref }),
    reply: Saved.extend({ from: z.array(z.object({ list: z.string(), note: z.string() })) }),
  },
  'PUT /api/lists/{list}/stories/{ref}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Puts a story into a list, at its top unless it is there already; or changes its note.',
    params: InList,
    body: z.object({ note: z.string().trim().max(1000).optional() }),
    reply: Saved,
  },
  'DELETE /api/lists/{list}/stories/{ref}': {
    access: 'reader',
    limit: 'toggle',
    says: 'Takes a story out of a list.',
    params: InList,
    reply: Saved,
  },
  'POST /api/lists/{list}/stories/{ref}/place': {
    access: 'reader',
    limit: 'toggle',
    says: 'Moves a story within its list: right after another, or to the top.',
    params: InList,
    body: z.object({ after: Id.nullable() }),
    reply: z.object({}),
  },
  'POST /api/lists/{list}/bulk': {
    access: 'reader',
    says: 'Moves, copies or removes many stories of a list at once; all of it or nothing.',
    params: OneList,
    body: z.object({
      do: z.enum(['move', 'copy', 'remove']),
      stories: z.array(Id).min(1).max(200),
      to: Id.optional(),
    }),
    reply: z.object({
      done: z.int(),
      /** Those that are in one of the viewer’s lists now. */
      saved: z.array(z.string()),
    }),
  },
} satisfies EndpointTable
