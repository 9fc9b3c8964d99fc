import { sql } from 'kysely'
import type { Picture } from '#contract/shapes.ts'
import type { Db } from '#server/platform/db.ts'
import { hasTrigramIndex } from './extensions.ts'

/** `asked` is a tsquery; `typed` is the raw query, for fuzzy matching. */
type NameSearch = { asked: string; typed: string; limit: number }

export type CreatorRow = {
  id: string
  handle: string
  name: string
  about: string
  avatar: Picture | null
  storyCount: number
  followerCount: number
  createdAt: Date
}
const creator = sql`id, handle, name, about, avatar, story_count, follower_count, created_at`
/** As in the indexes `person_search`, `person_about` and `person_like`. */
export const isVisiblePerson = sql`story_count > 0 and disabled_at is null`
export const personWords = sql`search_names(name || ' ' || handle)`

/** Matches in the name come before matches in the bio. */
export async function findCreators(db: Db, { asked, typed, limit }: NameSearch): Promise<CreatorRow[]> {
  const { rows } = await sql<CreatorRow>`select ${creator} from (
      select ${creator}, min(place) as place from (
        select *, 0 as place from person where ${personWords} @@ ${asked}::tsquery and ${isVisiblePerson}
        union all
        select *, 1 from person where search_names(about) @@ ${asked}::tsquery and ${isVisiblePerson}) as found
      group by ${creator}) as named
    order by place, story_count desc, id limit ${limit}`.execute(db)
  if (rows.length > 0 || !(await hasTrigramIndex(db))) return rows
  const alike =
    await sql<CreatorRow>`select ${creator} from person where search_fold(name) % search_fold(${typed}) and ${isVisiblePerson}
    order by similarity(search_fold(name), search_fold(${typed})) desc, story_count desc limit ${limit}`.execute(db)
  return alike.rows
}

export type TagRow = { slug: string; name: string; stories: number }

export async function findTags(db: Db, { asked, typed, limit }: NameSearch): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`select slug, name, story_count as stories from (
      select * from tag where search_names(name) @@ ${asked}::tsquery and story_count > 0 offset 0) as named
    order by search_fold(name) = search_fold(${typed}) desc, story_count desc, id limit ${limit}`.execute(db)
  if (rows.length > 0 || !(await hasTrigramIndex(db))) return rows
  const alike =
    await sql<TagRow>`select slug, name, story_count as stories from tag where search_fold(name) % search_fold(${typed}) and story_count > 0
    order by similarity(search_fold(name), search_fold(${typed})) desc, story_count desc limit ${limit}`.execute(db)
  return alike.rows
}

export type CategoryRow = {
  slug: string
  name: string
  description: string
  picture: Picture | null
  color: string | null
  storyCount: number
}

/** Categories are few, so a sequential scan is fine. */
export async function findCategories(db: Db, { asked, typed, limit }: NameSearch): Promise<CategoryRow[]> {
  const alike = (await hasTrigramIndex(db)) ? sql`or search_fold(name) % search_fold(${typed})` : sql``
  const { rows } = await sql<CategoryRow>`select slug, name, description, picture, color, story_count from category
    where search_names(name || ' ' || description) @@ ${asked}::tsquery ${alike}
    order by search_names(name) @@ ${asked}::tsquery desc, position, id limit ${limit}`.execute(db)
  return rows
}
