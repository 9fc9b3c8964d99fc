import { articleCounts } from './articles/counters.ts'
import { bookmarkCounts } from './bookmarks/counters.ts'
import { peopleCounts } from './people/counters.ts'
import type { KeptCount } from './platform/counters.ts'
import { responseCounts } from './conversation/counters.ts'
import { taxonomyCounts } from './taxonomy/counters.ts'

/** Every number that is kept beside its thing: a list to read. A job proves each of them once a day. */
export const everyCount: readonly KeptCount[] = [
  ...peopleCounts,
  ...articleCounts,
  ...responseCounts,
  ...bookmarkCounts,
  ...taxonomyCounts,
]
