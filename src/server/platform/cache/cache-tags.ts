/** Names content that cached pages are made from. A page carries tags; a write invalidates the pages with its tags. */
export type CacheTag =
  | 'categories'
  | 'creators'
  | 'follows'
  | 'latest'
  | 'settings'
  | 'setup'
  | 'trending'
  | `article:${string}`
  | `follows:${string}`
  | `lists:${string}`
  | `person:${string}`
  | `related:${string}`
  | `responses:${string}`
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
export type WorkerSignal = 'deliveries' | 'discovery' | 'happenings' | 'schedule'

/** Invalidates pages softly: they are served for up to two more seconds while one render replaces them. For counts and rankings. */
export type SoftInvalidation = `soon:${CacheTag}`

/** Something that is personal to one person has changed: what they see, may do or have marked. */
export type PersonalChange = `own:${string}`

/** Everything that a commit announces to all processes, over one channel. */
export type Signal = CacheTag | SoftInvalidation | PersonalChange | LiveEvent | WorkerSignal
