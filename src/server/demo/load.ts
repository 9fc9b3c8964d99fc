import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { createArticle } from '#server/articles/create.ts'
import { addDemoPlans } from '#server/membership/demo-plans.ts'
import { createPerson } from '#server/people/create.ts'
import { createFollow } from '#server/people/follows.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createResponse } from '#server/conversation/insert-response.ts'
import { importLikes } from '#server/conversation/likes.ts'
import { loadDemoBerries } from '#server/rewards/demo-berries.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { type DemoStory, readDemo } from './content.ts'
import { artPicture } from './pictures.ts'

const MOST_LIKING = 6
const STEPS = [1, 3, 4, 8]

/** Fills an empty site. Returns the number of stories, or null when the site is not empty. */
export async function loadDemo(ctx: Ctx, folder: string): Promise<number | null> {
  if (await hasPeople(ctx)) return null
  const demo = await readDemo(folder)
  const loaded = await inTransaction(ctx, async (tx) => {
    if (await hasPeople(tx)) return null
    const daysAgo = (days: number) => new Date(tx.now().getTime() - days * DAY_MS)
    const people = new Map<string, string>()
    for (const { joined, avatar, ...person } of demo.people) {
      const picture = artPicture({ ...avatar, motif: 'portrait' }, '')
      const { id } = await createPerson(tx, { ...person, avatar: picture, createdAt: daysAgo(joined) })
      people.set(person.handle, id)
    }
    await loadFollows(tx, [...people.values()])
    await loadDemoBerries(tx, [...people.values()])
    const categories = new Map<string, string>()
    for (const [position, { art, ...category }] of demo.categories.entries()) {
      const { id } = await createCategory(tx, { ...category, position, picture: artPicture(art, '') })
      categories.set(category.slug, id)
    }
    for (const story of demo.stories) {
      await loadStory(tx, story, { people, categories, publishedAt: daysAgo(story.days) })
    }
    await addDemoPlans(tx)
    return demo.stories.length
  })
  // Without statistics, PostgreSQL takes every table for empty and reads a story several times as slowly.
  if (loaded !== null) await sql`analyze`.execute(ctx.db)
  return loaded
}

/** Each person follows a different few of the others. */
async function loadFollows(tx: Ctx, people: string[]) {
  for (const [nth, followerId] of people.entries()) {
    for (const step of STEPS.slice(0, 2 + (nth % STEPS.length))) {
      const followedId = people[(nth * 2 + step) % people.length]
      const since = new Date(tx.now().getTime() - (nth + step) * HOUR_MS)
      if (followedId && followedId !== followerId) await createFollow(tx, { followerId, followedId }, since)
    }
  }
}

type Known = { people: Map<string, string>; categories: Map<string, string>; publishedAt: Date }

async function loadStory(ctx: Ctx, story: DemoStory, { people, categories, publishedAt }: Known) {
  const { by, with: others, category, days: _days, likes, cover, responses, ...fields } = story
  const { id: articleId } = await createArticle(ctx, {
    ...fields,
    authorId: known(people, by),
    coAuthorIds: others.map((handle) => known(people, handle)),
    categoryId: known(categories, category),
    cover: cover ? artPicture(cover, cover.alt) : null,
    publishedAt,
  })
  // Deterministic, spread evenly from publication to now.
  const writers = new Set([by, ...others].map((handle) => known(people, handle)))
  const likers = [...people.values()].filter((id) => !writers.has(id)).slice(0, likes)
  const age = ctx.now().getTime() - publishedAt.getTime()
  const liked = likers.map((personId, nth) => ({
    personId,
    at: new Date(publishedAt.getTime() + (age * (nth + 1)) / likers.length),
  }))
  await importLikes(ctx, articleId, liked)
  // Spread evenly from publication to now.
  const count = responses.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
  const gap = (ctx.now().getTime() - publishedAt.getTime()) / (count + 1)
  let at = publishedAt.getTime()
  const next = () => new Date((at += gap))
  for (const { by: author, text, replies } of responses) {
    const authorId = known(people, author)
    // Deterministic likes.
    const readers = [...people.values()].filter((id) => id !== authorId)
    const likedBy = readers.slice(0, text.length % MOST_LIKING)
    const parent = await createResponse(ctx, { articleId, authorId, text, likedBy, createdAt: next() })
    for (const reply of replies) {
      await createResponse(ctx, {
        articleId,
        authorId: known(people, reply.by),
        parentId: parent.id,
        text: reply.text,
        createdAt: next(),
      })
    }
  }
}

function known(ids: Map<string, string>, name: string) {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo refers to unknown ${name}`)
  return id
}

async function hasPeople({ db }: Ctx) {
  const person = await db.selectFrom('person').select('id').limit(1).executeTakeFirst()
  return person !== undefined
}
