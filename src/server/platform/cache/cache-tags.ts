/**
 * Names content that cached pages are made from. A page carries tags; a write invalidates the pages with its tags.
 * Counts and rankings have tags of their own, which are only invalidated softly.
 */
export type CacheTag =
  /** Announcements, on every page. Invalidated also when one starts or ends. */
  | 'announcements'
  /** Names, order, descriptions, pictures and colours of all categories. On every page. */
  | 'categories'
  /** The number of stories in each category. */
  | 'category-counts'
  /** The rankings of creators. */
  | 'creators'
  /** The ranking of creators by followers. */
  | 'creators:followed'
  /** The mail server that the owner configured. */
  | 'mail-server'
  /** The people who earned the most berries. */
  | 'leaderboard'
  /** The earning rules and the catalogue of rewards. */
  | 'rewards'
  /** The most viewed pages. Invalidated when events were counted. */
  | 'page-views'
  /** The membership plans on sale. */
  | 'plans'
  | 'settings'
  | 'setup'
  /** Sign-in methods, authorized domains and identity providers. */
  | 'sign-in'
  /** The pictures beside the sign-in forms. Invalidated also when a day begins. */
  | 'sign-in-pictures'
  /** The files of the sitemap. */
  | 'sitemap'
  /** The quotas and the upload size. */
  | 'storage-limits'
  /** Lists of the newest or featured stories of the whole site. */
  | 'stories'
  /** The most used tags and the number of stories with each. */
  | 'tag-counts'
  | 'trending'
  /** The text and the card of a story. Likes and responses have their own tags. */
  | `article:${string}`
  /** The lists of followers and followed people of a person. */
  | `follows:${string}`
  /** The number of likes of a story. No card shows it. */
  | `likes:${string}`
  /** The public reading lists of a person. */
  | `lists:${string}`
  /** The text of the about page, the privacy policy or the terms. */
  | `page:${string}`
  /** Name, handle, picture and profile of a person. */
  | `person:${string}`
  /** The numbers of stories, followers, followed people and public lists of a person. */
  | `person-counts:${string}`
  /** Stories recommended beside a story: of one story, of one author, of one category, or the newest of the site. */
  | `related:${string}`
  | 'related:newest'
  | `related:author:${string}`
  | `related:category:${string}`
  /** The name and icon of a reward where people show it as a badge. */
  | `reward:${string}`
  /** The conversation below a story, with its number of responses. */
  | `responses:${string}`
  /** Lists of the newest or featured stories of one category, tag or author. */
  | `stories:${'author' | 'category' | 'tag'}:${string}`
  /** The name of the tag that has this slug or had it. */
  | `tag:${string}`
  /** The topics that a person follows. */
  | `topics:${string}`

/** Tells open event streams that there is something to send. */
export type LiveEvent =
  | 'live:fan-out'
  | `live:draft:${string}`
  | `live:notification:${string}`
  | `live:presence:${string}`
  | `live:read:${string}`
  | `live:response:${string}`

/** Wakes a worker before its next regular run. */
export type WorkerSignal =
  | 'backups'
  | 'billing'
  | 'deliveries'
  | 'discovery'
  | 'entitlements'
  | 'happenings'
  | 'person-exports'
  | 'schedule'
  | 'sitemap-changes'
  | 'topic-changes'
  | 'webhooks'

/**
 * Invalidates pages softly: they are served for up to two more seconds while one render replaces them. For counts,
 * rankings, and lists that a story was added to.
 */
export type SoftInvalidation = `soon:${CacheTag}`

type ListTag = 'stories' | `stories:${'author' | 'category' | 'tag'}:${string}`

/** A list with a story too few is only out of date. One with a story too many shows what is no longer public. */
export function listChange(tag: ListTag, by: 1 | -1): ListTag | `soon:${ListTag}` {
  return by > 0 ? `soon:${tag}` : tag
}

/**
 * Drops what processes hold in memory for one person: name, picture, role, unread count, and their marks on stories and
 * people. Sent for writes by others; a person's own writes need no call.
 */
export type PersonalState = `own:${string}`

/** Drops a session from memory: it ended, or its token changed. */
export type SessionChange = `session:${string}`

/** Asks the other processes for the latest records of their logs. */
export type LogRequest = `log-tail:${string}`

/** Everything that a commit announces to all processes, over one channel. */
export type Signal = CacheTag | SoftInvalidation | PersonalState | SessionChange | LiveEvent | WorkerSignal | LogRequest
