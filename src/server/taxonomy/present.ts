import type { AdminCategory, AdminTag, AdminTopic, TopicProgress } from '#contract/taxonomy/taxonomy.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { CategoryRow, TagRow, topicPage } from './queries.ts'

type ProgressColumns = {
  action: string | null
  done: number | null
  total: number | null
  into: string | null
}

function presentProgress({ action, done, total, into }: ProgressColumns): TopicProgress | null {
  if (action !== 'merge' && action !== 'rename') return null
  // Stories can join while it runs.
  return { action, into, done: Math.min(done ?? 0, total ?? 0), total: total ?? 0 }
}

export function presentAdminCategory(base: string, row: CategoryRow): AdminCategory {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    picture: pictureWithBase(base, row.picture),
    media: row.media,
    color: row.color,
    stories: row.storyCount,
    followers: row.followerCount,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    progress: presentProgress(row),
  }
}

export function presentAdminTag(row: TagRow): AdminTag {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    stories: row.storyCount,
    followers: row.followerCount,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    progress: presentProgress(row),
  }
}

type TopicRow = Awaited<ReturnType<typeof topicPage>>['shown'][number]

export function presentAdminTopic(row: TopicRow): AdminTopic {
  const { kind, id, slug, name, storyCount: stories, followerCount: followers, newFollowers } = row
  return { kind, id, slug, name, stories, followers, newFollowers }
}
