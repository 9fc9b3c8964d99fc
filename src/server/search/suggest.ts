import { sql } from 'kysely'
import type { Suggestions } from '#contract/search.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { askForNames } from './ask-for.ts'
import { categoriesNamed, creatorsNamed, tagsNamed } from './names.ts'
import { readQuestion } from './question.ts'
import { understand } from './understand.ts'

const MOST = { stories: 5, creators: 3, tags: 4, categories: 2 }
/** Of the stories that have the words in their heads, the newest few are looked at. */
const LOOKED_AT = 100
/** One letter begins half the titles there are. */
const SHORTEST = 2

/** A few places to go. Only what a page would show at a glance is looked at: this is asked with every key. */
export async function suggest({ db, addCacheTags }: Ctx, q: string): Promise<Suggestions> {
  addCacheTags('latest', 'categories')
  const asked = askForNames(await understand(db, readQuestion(q)))
  if (asked === null) return { stories: [], creators: [], tags: [], categories: [] }
  const [stories, creators, tags, categories] = await Promise.all([
    [...q].length < SHORTEST ? [] : storiesBegun(db, asked, q),
    creatorsNamed(db, { asked, typed: q, limit: MOST.creators }),
    tagsNamed(db, { asked, typed: q, limit: MOST.tags }),
    categoriesNamed(db, { asked, typed: q, limit: MOST.categories }),
  ])
  return {
    stories,
    creators: creators.map(({ handle, name }) => ({ handle, name })),
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    categories: categories.map(({ slug, name }) => ({ slug, name })),
  }
}

async function storiesBegun(db: Db, asked: string, q: string) {
  const { rows } = await sql<{
    slug: string
    title: string
    author: string
  }>`select article.slug, article.title, person.name as author from (
      select article_id, published_at, starts_with(title, search_fold(${q})) as begins,
             ts_rank('{0, 0.1, 0.2, 1}', head, ${asked}::tsquery) as rank
      from search_newest(true, ${asked}::tsquery, null, ${LOOKED_AT})
      order by begins desc, rank desc, published_at desc limit ${MOST.stories}) as best
    join article on article.id = best.article_id join person on person.id = article.author_id
    order by begins desc, rank desc, best.published_at desc`.execute(db)
  return rows
}
