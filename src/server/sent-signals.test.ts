import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, aSession } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { createDraft, saveDraft } from './articles/drafts/drafts.ts'
import { setCoAuthors } from './articles/drafts/co-authors.ts'
import { setFeatured } from './articles/publishing/featured.ts'
import { transitionArticle } from './articles/transitions.ts'
import { dismissAnnouncement } from './banners/current-announcements.ts'
import { createAnnouncement, deleteAnnouncement } from './banners/manage-announcements.ts'
import { createSignInPicture, deleteSignInPicture } from './banners/sign-in-pictures.ts'
import { deleteResponse } from './conversation/delete.ts'
import { editResponse } from './conversation/edit.ts'
import { likeResponse, likeStory, unlikeStory } from './conversation/likes.ts'
import { approveResponse, hideResponse } from './conversation/moderate.ts'
import { reportResponse } from './conversation/report.ts'
import { respond } from './conversation/respond.ts'
import { listThreads } from './conversation/threads.ts'
import { countEngagement } from './discovery/count-engagement.ts'
import { getHome } from './discovery/home.ts'
import { deleteReading } from './discovery/readings.ts'
import { followTopic } from './discovery/topics.ts'
import { getRelatedStories } from './discovery/trending-and-related.ts'
import { skipFirstSteps, updateOwnProfile } from './identity/profile.ts'
import { signOutOtherSessions, signOutSession, updateDisplayFields } from './identity/manage-account.ts'
import { findAccount, setUserDisabled, signOutUser } from './identity/manage-users.ts'
import { holderOfRefreshToken, rotateToken } from './identity/token-rotation.ts'
import { setProfilePicture } from './media/profile-picture.ts'
import { block, mute, unblock } from './people/blocks-and-mutes.ts'
import { promoteToAuthor, setRole } from './people/create.ts'
import { listFollowers } from './people/follow-lists.ts'
import { follow, unfollow } from './people/follows.ts'
import { getProfile, listCreators } from './people/profiles.ts'
import { decide } from './moderation/decide.ts'
import type { CacheTag } from './platform/cache/cache-tags.ts'
import type { Ctx } from './platform/ctx.ts'
import type { Db } from './platform/db.ts'
import { newId } from './platform/ids.ts'
import { inTransaction } from './platform/transaction.ts'
import { findTags, getCategory, getTag, listStories } from './reading/list-stories.ts'
import { getStory } from './reading/story.ts'
import { getSite, updateSetting } from './settings/site.ts'
import { buildFeed } from './syndication/feeds/feed.ts'
import { createCategory } from './taxonomy/create.ts'
import { updateList } from './bookmarks/lists.ts'
import { saveStory } from './bookmarks/save.ts'

let db: Db
let unique = 0
beforeAll(async () => {
  db = (await aDatabase()).db
})

type World = Awaited<ReturnType<typeof aWorld>>

/** Two categories. Ada’s story is in rivers and tagged herons; Bea’s is in hills and tagged peaks. */
async function aWorld() {
  unique += 1
  const [ada, bea, cleo] = [await anAuthor(), await anAuthor(), await anAuthor()]
  const editor = await aPerson(db, 'editor')
  const rivers = await aCategory(`rivers-${unique}`)
  const hills = await aCategory(`hills-${unique}`)
  const tags = [`herons-${unique}`, `peaks-${unique}`] as const
  const story = await aStory(ada, { category: rivers.slug, tags: [tags[0]] })
  const other = await aStory(bea, { category: hills.slug, tags: [tags[1]] })
  const [herons, peaks] = [await tagNamed(tags[0]), await tagNamed(tags[1])]
  const { id: responseId } = await respond(as(db, cleo), story.id, { text: 'Well said.', parent: null })
  return { ada, bea, cleo, editor, rivers, hills, herons, peaks, story, other, responseId }
}

async function anAuthor() {
  const person = await aPerson(db, 'author')
  // Responses of new people are held.
  const createdAt = new Date(0)
  await db.updateTable('person').set({ createdAt }).where('id', '=', person.id).execute()
  return person
}

async function aCategory(slug: string) {
  const { id } = await createCategory(aCtx(db), { slug, name: slug, description: '', picture: null, position: 0 })
  return { id, slug }
}

const plain = { note: '', at: null, version: null }

async function aDraft(author: Viewer, fields: { category?: string; tags?: string[] }) {
  const draft = { id: newId(), save: newId(), title: 'A story', body: aDocument(), ...fields }
  return createDraft(as(db, author), draft)
}

async function aStory(author: Viewer, fields: { category?: string; tags?: string[] }) {
  const { id } = await aDraft(author, fields)
  return transitionArticle(as(db, author), id, { ...plain, move: 'publish' })
}

/** Edits a published story and publishes the change, as `ctx`. */
async function update(ctx: Ctx<Viewer>, id: string, fields: Partial<Parameters<typeof saveDraft>[2]>) {
  const { version } = await db
    .selectFrom('draft')
    .select('version')
    .where('articleId', '=', id)
    .executeTakeFirstOrThrow()
  await saveDraft(as(db, ctx.viewer), id, { version, save: newId(), ...fields })
  await transitionArticle(ctx, id, { ...plain, move: 'update' })
}

async function tagNamed(slug: string) {
  return db.selectFrom('tag').select(['id', 'slug']).where('slug', '=', slug).executeTakeFirstOrThrow()
}

/** Page and personal signals of one write, sorted, without those for workers, open tabs and the actor. */
async function signalsOf(actor: Viewer, write: (ctx: Ctx<Viewer>) => Promise<unknown>) {
  const sent = new Set<string>()
  await write(as(db, actor, { dropCached: (signals) => [...signals].forEach((signal) => sent.add(signal)) }))
  const ignored = new Set(['deliveries', 'discovery', 'happenings', 'schedule', `own:${actor.id}`])
  return [...sent].filter((signal) => !ignored.has(signal) && !signal.startsWith('live:')).toSorted()
}

type Actor = 'ada' | 'bea' | 'cleo' | 'editor'
type Write = [
  name: string,
  actor: Actor,
  write: (ctx: Ctx<Viewer>, world: World) => Promise<unknown>,
  signals: (world: World) => string[],
]

const counted = (id: string) => [`soon:person-counts:${id}`, 'soon:creators']
const storyLists = ({ ada, rivers, herons }: World) => [
  'stories',
  `stories:author:${ada.id}`,
  `stories:category:${rivers.id}`,
  `stories:tag:${herons.id}`,
]
const listCounts = ({ ada }: World) => ['soon:category-counts', 'soon:tag-counts', ...counted(ada.id)]
const leftLists = (world: World) => [...storyLists(world), ...listCounts(world)]
const joinedLists = (world: World) => [...storyLists(world).map((tag) => `soon:${tag}`), ...listCounts(world)]
const ranked = ({ ada, rivers }: Pick<World, 'ada' | 'rivers'>) => [
  'soon:trending',
  'soon:creators',
  'soon:related:newest',
  `soon:related:author:${ada.id}`,
  `soon:related:category:${rivers.id}`,
]

const announcement = {
  text: 'On Monday',
  tone: 'info',
  audience: 'everyone',
  startsAt: null,
  endsAt: null,
  priority: 0,
  dismissible: true,
  action: null,
  enabled: true,
} as const
const signInPicture = {
  media: null,
  alt: '',
  decorative: false,
  focus: null,
  quote: 'Well said.',
  attribution: '',
  enabled: true,
}

let published = ''
const writes: Write[] = [
  ['a like', 'bea', (ctx, { story }) => likeStory(ctx, story.id), ({ story }) => [`soon:likes:${story.id}`]],
  [
    'an unlike',
    'bea',
    async (ctx, { story }) => {
      await likeStory(as(db, ctx.viewer), story.id)
      await unlikeStory(ctx, story.id)
    },
    ({ story }) => [`soon:likes:${story.id}`],
  ],
  [
    'a like of a response',
    'bea',
    (ctx, { responseId }) => likeResponse(ctx, responseId),
    ({ story }) => [`soon:responses:${story.id}`],
  ],
  [
    'a response',
    'bea',
    (ctx, { story }) => respond(ctx, story.id, { text: 'Yes.', parent: null }),
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'an edit of a response',
    'cleo',
    (ctx, { responseId }) => editResponse(ctx, responseId, 'Better said.'),
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'a deleted response',
    'cleo',
    (ctx, { responseId }) => deleteResponse(ctx, responseId),
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'a hidden response',
    'ada',
    (ctx, { responseId }) => hideResponse(ctx, responseId),
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'an approved response',
    'ada',
    async (ctx, { responseId }) => {
      await hideResponse(as(db, ctx.viewer), responseId)
      await approveResponse(ctx, responseId)
    },
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'the report that hides a response',
    'bea',
    async (ctx, { responseId }) => {
      const report = { reason: 'spam' as const, note: '' }
      for (let nth = 0; nth < 2; nth++) await reportResponse(as(db, await anAuthor()), responseId, report)
      await reportResponse(ctx, responseId, report)
    },
    ({ story }) => [`responses:${story.id}`],
  ],
  [
    'a follow',
    'cleo',
    (ctx, { ada }) => follow(ctx, ada.id),
    ({ ada, cleo }) => [
      `follows:${ada.id}`,
      `follows:${cleo.id}`,
      `soon:person-counts:${ada.id}`,
      `soon:person-counts:${cleo.id}`,
      'soon:creators:followed',
      `own:${ada.id}`,
    ],
  ],
  ['a save to a private list', 'cleo', (ctx, { story }) => saveStory(ctx, story.id), () => []],
  [
    'a followed topic',
    'cleo',
    (ctx, { herons }) => followTopic(ctx, { kind: 'tag', slug: herons.slug }),
    ({ cleo }) => [`topics:${cleo.id}`],
  ],
  [
    'a publication',
    'ada',
    async (ctx, { rivers, herons }) => {
      const { id } = await aDraft(ctx.viewer, { category: rivers.slug, tags: [herons.slug] })
      published = id
      await transitionArticle(ctx, id, { ...plain, move: 'publish' })
    },
    // It earns berries.
    (world) => [`article:${published}`, 'soon:leaderboard', ...joinedLists(world), ...ranked(world)],
  ],
  [
    'a withdrawal',
    'ada',
    (ctx, { story }) => transitionArticle(ctx, story.id, { ...plain, move: 'unpublish' }),
    (world) => [`article:${world.story.id}`, ...leftLists(world)],
  ],
  [
    'a removal by an editor',
    'editor',
    (ctx, { story }) => transitionArticle(ctx, story.id, { ...plain, note: 'Spam', move: 'remove' }),
    (world) => [`article:${world.story.id}`, ...leftLists(world)],
  ],
  [
    'a restored story',
    'editor',
    async (ctx, { story }) => {
      await transitionArticle(as(db, ctx.viewer), story.id, { ...plain, note: 'Spam', move: 'remove' })
      await transitionArticle(ctx, story.id, { ...plain, move: 'restore' })
    },
    (world) => [`article:${world.story.id}`, ...joinedLists(world), ...ranked(world)],
  ],
  [
    'a story that returns to a public reading list',
    'ada',
    async (ctx, { story, cleo }) => {
      const reader = as(db, cleo)
      const { lists } = await saveStory(reader, story.id)
      await updateList(reader, lists[0] ?? '', { public: true })
      await transitionArticle(as(db, ctx.viewer), story.id, { ...plain, move: 'unpublish' })
      await transitionArticle(ctx, story.id, { ...plain, move: 'publish' })
    },
    (world) => [`article:${world.story.id}`, `lists:${world.cleo.id}`, ...joinedLists(world), ...ranked(world)],
  ],
  [
    'a new title',
    'ada',
    (ctx, { story }) => update(ctx, story.id, { title: 'Another title' }),
    ({ story }) => [`article:${story.id}`],
  ],
  [
    'another category',
    'ada',
    (ctx, { story, hills }) => update(ctx, story.id, { category: hills.slug }),
    ({ story, ada, rivers, hills }) => [
      `article:${story.id}`,
      `stories:category:${rivers.id}`,
      `soon:stories:category:${hills.id}`,
      'soon:category-counts',
      ...ranked({ ada, rivers: hills }),
    ],
  ],
  [
    'another tag beside the first',
    'ada',
    (ctx, { story, herons, peaks }) => update(ctx, story.id, { tags: [herons.slug, peaks.slug] }),
    ({ story, rivers, herons, peaks }) => [
      `article:${story.id}`,
      `soon:stories:tag:${peaks.id}`,
      `soon:stories:tag:${herons.id}`,
      `soon:stories:category:${rivers.id}`,
      'soon:tag-counts',
    ],
  ],
  [
    'a removed tag',
    'ada',
    (ctx, { story }) => update(ctx, story.id, { tags: [] }),
    ({ story, rivers, herons }) => [
      `article:${story.id}`,
      `stories:tag:${herons.id}`,
      `soon:stories:category:${rivers.id}`,
      'soon:tag-counts',
    ],
  ],
  [
    'a co-author',
    'ada',
    (ctx, { story, cleo }) => setCoAuthors(ctx, story.id, [cleo.id]),
    ({ story, cleo }) => [`article:${story.id}`, `soon:stories:author:${cleo.id}`, ...counted(cleo.id)],
  ],
  [
    'a featured story',
    'editor',
    (ctx, { story }) => setFeatured(ctx, story.id, true),
    ({ rivers }) => ['stories', `stories:category:${rivers.id}`],
  ],
  [
    'a block, which ends following',
    'ada',
    async (ctx, { cleo }) => {
      await follow(as(db, cleo), ctx.viewer.id)
      await block(ctx, cleo.id)
    },
    ({ ada, cleo }) => [
      `follows:${ada.id}`,
      `follows:${cleo.id}`,
      `soon:person-counts:${ada.id}`,
      `soon:person-counts:${cleo.id}`,
      'soon:creators:followed',
      `own:${cleo.id}`,
    ],
  ],
  ['the end of a block', 'ada', (ctx, { cleo }) => unblock(ctx, cleo.id), ({ cleo }) => [`own:${cleo.id}`]],
  ['a mute', 'ada', (ctx, { cleo }) => mute(ctx, cleo.id), () => []],
  [
    'a new name',
    'ada',
    (ctx) => updateOwnProfile(ctx, { name: 'Ada Quill', handle: ctx.viewer.handle, about: '' }),
    ({ ada }) => [`person:${ada.id}`],
  ],
  ['a removed picture', 'ada', (ctx) => setProfilePicture(ctx, null), ({ ada }) => [`person:${ada.id}`]],
  ['an announcement', 'editor', (ctx) => createAnnouncement(ctx, announcement), () => ['announcements']],
  [
    'a deleted announcement',
    'editor',
    async (ctx) => {
      const { id } = await createAnnouncement(as(db, ctx.viewer), announcement)
      await deleteAnnouncement(ctx, id)
    },
    () => ['announcements'],
  ],
  [
    'a dismissed announcement',
    'cleo',
    async (ctx, { editor }) => {
      const { id, revision } = await createAnnouncement(as(db, editor), announcement)
      await dismissAnnouncement(ctx, id, revision)
    },
    () => [],
  ],
  ['a sign-in picture', 'editor', (ctx) => createSignInPicture(ctx, signInPicture), () => ['sign-in-pictures']],
  [
    'a deleted sign-in picture',
    'editor',
    async (ctx) => {
      const { id } = await createSignInPicture(as(db, ctx.viewer), signInPicture)
      await deleteSignInPicture(ctx, id)
    },
    () => ['sign-in-pictures'],
  ],
  [
    'a ban',
    'editor',
    (ctx, { cleo }) => decide(ctx, `person:${cleo.id}`, { action: 'ban', reason: 'spam', note: '', days: 7 }),
    ({ cleo }) => [`own:${cleo.id}`],
  ],
  [
    'a setting',
    'editor',
    (ctx) => inTransaction(ctx, (tx) => updateSetting(tx, 'tagline', 'Stories')),
    () => ['settings'],
  ],
  [
    'a role',
    'editor',
    (ctx, { cleo }) => inTransaction(ctx, (tx) => setRole(tx, { id: cleo.id }, 'editor')),
    ({ cleo }) => [`own:${cleo.id}`],
  ],
  [
    'a promotion',
    'editor',
    async (ctx, { cleo }) => {
      await db.updateTable('person').set({ role: 'reader' }).where('id', '=', cleo.id).execute()
      await inTransaction(ctx, (tx) => promoteToAuthor(tx, cleo.id))
    },
    ({ cleo }) => [`own:${cleo.id}`],
  ],
  [
    'a name from the Firebase-compatible API, without a viewer',
    'editor',
    async (ctx, { cleo }) =>
      updateDisplayFields({ ...ctx, viewer: null }, await findAccount(ctx, cleo.uid), { displayName: 'Cleo' }),
    ({ cleo }) => [`person:${cleo.id}`, `own:${cleo.id}`],
  ],
]

describe('a write sends exactly its signals', () => {
  test.each(writes)('%s', async (_name, actor, write, expected) => {
    const world = await aWorld()
    const sent = await signalsOf(world[actor], (ctx) => write(ctx, world))
    expect(sent).toEqual([...new Set(expected(world))].toSorted())
  })

  test('engagement changes the rankings softly', async () => {
    const { story, bea } = await aWorld()
    await likeStory(as(db, bea), story.id)
    expect(await signalsOf(bea, countEngagement)).toEqual(['soon:creators', 'soon:trending'])
  })

  test('a person’s own changes go through a transaction, which announces them', async () => {
    const { cleo, story } = await aWorld()
    const announced = async (write: (ctx: Ctx<Viewer>) => Promise<unknown>) => {
      let calls = 0
      await write(as(db, cleo, { dropCached: () => void (calls += 1) }))
      return calls
    }
    expect(await announced((ctx) => deleteReading(ctx, story.id))).toBe(1)
    expect(await announced(skipFirstSteps)).toBe(1)
  })
})

describe('an ended session', () => {
  test('leaves the memory of every process, with the state of its person', async () => {
    const { cleo, editor } = await aWorld()
    const [first, second, third] = [await aSession(db, cleo), await aSession(db, cleo), await aSession(db, cleo)]
    const withSession = (ctx: Ctx<Viewer>) => ({
      ...ctx,
      session: { ...ctx.session, bearer: first.bearer.replace('Bearer ', '') },
      signedIn: { sessionId: first.session.id, at: new Date() },
    })
    expect(await signalsOf(cleo, (ctx) => signOutSession(withSession(ctx), second.session.id))).toEqual([
      `session:${second.session.id}`,
    ])
    expect(await signalsOf(cleo, (ctx) => signOutOtherSessions(withSession(ctx)))).toEqual([
      `session:${third.session.id}`,
    ])
    expect(await signalsOf(editor, async (ctx) => signOutUser(ctx, await findAccount(ctx, cleo.uid)))).toEqual(
      [`own:${cleo.id}`, `session:${first.session.id}`].toSorted(),
    )
    const last = await aSession(db, cleo)
    const disabled = await signalsOf(editor, async (ctx) =>
      setUserDisabled(ctx, await findAccount(ctx, cleo.uid), true),
    )
    expect(disabled).toEqual(
      [
        `own:${cleo.id}`,
        `person:${cleo.id}`,
        `session:${last.session.id}`,
        'creators',
        'soon:creators:followed',
      ].toSorted(),
    )
  })
})

test('a new token, its first use and the reuse of the old one leave the memory of every process', async () => {
  const { cleo } = await aWorld()
  const { session, refreshToken } = await aSession(db, cleo)
  const after = (minutes: number) => () => new Date(Date.now() + minutes * 60_000)
  let next: string | null = null
  const rotated = await signalsOf(cleo, async (ctx) => {
    const holder = await holderOfRefreshToken(ctx, refreshToken)
    next = await rotateToken({ ...ctx, now: after(40) }, holder, refreshToken)
  })
  const use = (token: string, minutes: number) => (ctx: Ctx<Viewer>) =>
    holderOfRefreshToken({ ...ctx, viewer: null, now: after(minutes) }, token)
  const changed = [`session:${session.id}`]
  expect(rotated).toEqual(changed)
  expect(await signalsOf(cleo, use(next ?? '', 41))).toEqual(changed)
  expect(await signalsOf(cleo, use(next ?? '', 42))).toEqual([])
  const reuse = (ctx: Ctx<Viewer>) => expect(use(refreshToken, 50)(ctx)).rejects.toMatchObject({ status: 401 })
  expect(await signalsOf(cleo, reuse)).toEqual(changed)
})

/** The tags of every cached page that a story or a person of the world is on. */
async function pageTags({ ada, story, other, rivers, hills, herons, peaks }: World) {
  const tagsOf = async (...reads: ((ctx: Ctx) => Promise<unknown>)[]) => {
    const tags = new Set<CacheTag>()
    const ctx = aCtx(db, { addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) })
    await Promise.all([getSite(ctx), ...reads.map((read) => read(ctx))])
    return tags
  }
  const storyPage = (ref: string) =>
    tagsOf(
      (ctx) => getStory(ctx, ref),
      (ctx) => getRelatedStories(ctx, ref),
      (ctx) => listThreads(ctx, ref, { sort: 'best', limit: 20 }),
    )
  const categoryPage = (slug: string) =>
    tagsOf(
      (ctx) => getCategory(ctx, slug),
      (ctx) => listStories(ctx, { category: slug, limit: 20 }),
    )
  const tagPage = (slug: string) =>
    tagsOf(
      (ctx) => getTag(ctx, slug),
      (ctx) => listStories(ctx, { tag: slug, limit: 20 }),
    )
  return {
    'home': await tagsOf(getHome),
    'latest': await tagsOf((ctx) => listStories(ctx, { limit: 20 })),
    'topics': await tagsOf((ctx) => findTags(ctx, undefined)),
    'creators': await tagsOf((ctx) => listCreators(ctx, { sort: 'stories', limit: 500 })),
    'story': await storyPage(story.id),
    'category': await categoryPage(rivers.slug),
    'tag': await tagPage(herons.slug),
    'author': await tagsOf(
      (ctx) => getProfile(ctx, ada.id),
      (ctx) => listStories(ctx, { author: ada.id, limit: 20 }),
    ),
    'author’s followers': await tagsOf(
      (ctx) => getProfile(ctx, ada.id),
      (ctx) => listFollowers(ctx, ada.id, { limit: 20 }),
    ),
    'author’s feed': await tagsOf((ctx) => buildFeed(ctx, { kind: 'person', ref: ada.id })),
    'another story': await storyPage(other.id),
    'another category': await categoryPage(hills.slug),
    'another tag': await tagPage(peaks.slug),
    'about': await tagsOf(),
  }
}

type Touched = { hard: string[]; soft: string[] }

/** The pages that these signals drop, and those that they only refresh. */
function touchedBy(signals: string[], pages: Record<string, Set<string>>): Touched {
  const names = Object.keys(pages)
  const hard = names.filter((name) => signals.some((signal) => pages[name]?.has(signal)))
  const refreshed = (name: string) => signals.some((signal) => pages[name]?.has(signal.replace(/^soon:/, '')))
  return { hard, soft: names.filter((name) => !hard.includes(name) && refreshed(name)) }
}

describe('the pages that a write reaches', () => {
  async function reached(actor: Actor, write: (ctx: Ctx<Viewer>, world: World) => Promise<unknown>) {
    const world = await aWorld()
    const pages = await pageTags(world)
    return touchedBy(await signalsOf(world[actor], (ctx) => write(ctx, world)), pages)
  }

  test('a like refreshes the story’s own page only', async () => {
    expect(await reached('bea', (ctx, { story }) => likeStory(ctx, story.id))).toEqual({ hard: [], soft: ['story'] })
  })

  test('a response drops the conversation only', async () => {
    const write = (ctx: Ctx<Viewer>, { story }: World) => respond(ctx, story.id, { text: 'Yes.', parent: null })
    expect(await reached('bea', write)).toEqual({ hard: ['story'], soft: [] })
  })

  test('a follow drops the list of followers and refreshes the pages with the number', async () => {
    expect(await reached('cleo', (ctx, { ada }) => follow(ctx, ada.id))).toEqual({
      hard: ['author’s followers'],
      soft: ['creators', 'author'],
    })
    const ended = await reached('cleo', async (ctx, { ada }) => {
      await follow(as(db, ctx.viewer), ada.id)
      await unfollow(ctx, ada.id)
    })
    expect(ended).toEqual({ hard: ['author’s followers'], soft: ['creators', 'author'] })
  })

  test('a publication refreshes the lists that it joins, and no list of another category, tag or author', async () => {
    const touched = await reached('ada', async (ctx, { rivers, herons }) => {
      const { id } = await aDraft(ctx.viewer, { category: rivers.slug, tags: [herons.slug] })
      await transitionArticle(ctx, id, { ...plain, move: 'publish' })
    })
    const rankings = ['topics', 'creators', 'story', 'author’s followers']
    expect(touched.hard).toEqual([])
    expect(touched.soft.toSorted()).toEqual(
      ['home', 'latest', 'category', 'tag', 'author', 'author’s feed', ...rankings].toSorted(),
    )
  })

  test('a withdrawal drops the lists that it leaves', async () => {
    const { hard } = await reached('ada', (ctx, { story }) =>
      transitionArticle(ctx, story.id, { ...plain, move: 'unpublish' }),
    )
    expect(hard).toEqual(expect.arrayContaining(['home', 'latest', 'category', 'tag', 'author', 'author’s feed']))
    expect(hard).not.toContain('another category')
  })

  test('a move to another category drops the list that it leaves, and the pages that show the story', async () => {
    const { hard, soft } = await reached('ada', (ctx, { story, hills }) =>
      update(ctx, story.id, { category: hills.slug }),
    )
    expect(hard).toEqual(expect.arrayContaining(['home', 'latest', 'story', 'category', 'tag', 'author']))
    expect(soft).toContain('another category')
    expect(hard).not.toContain('another tag')
    expect(hard).not.toContain('creators')
  })

  test('a new title drops every page that shows it, and no other', async () => {
    const { hard, soft } = await reached('ada', (ctx, { story }) => update(ctx, story.id, { title: 'Another' }))
    expect(hard).toEqual(['home', 'latest', 'story', 'category', 'tag', 'author', 'author’s feed'])
    expect(soft).toEqual([])
  })
})
