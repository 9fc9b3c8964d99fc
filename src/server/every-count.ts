import { articleCounts } from './articles/kept-counts.ts'
import { bookmarkCounts } from './bookmarks/kept-counts.ts'
import { peopleCounts } from './people/kept-counts.ts'
import type { KeptCount } from './platform/kept-counts.ts'
import { responseCounts } from './responses/kept-counts.ts'
import { taxonomyCounts } from './taxonomy/kept-counts.ts'

/** Every number that is kept beside its thing: a list to read. A job proves each of them once a day. */
export const everyCount: readonly KeptCount[] = [
  ...peopleCounts,
  ...articleCounts,
  ...responseCounts,
  ...bookmarkCounts,
  ...taxonomyCounts,
]
