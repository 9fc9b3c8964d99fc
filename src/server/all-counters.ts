import { articleCounters } from './articles/counters.ts'
import { bookmarkCounters } from './bookmarks/counters.ts'
import { peopleCounters } from './people/counters.ts'
import type { Counter } from './platform/counters.ts'
import { responseCounters } from './conversation/counters.ts'
import { moderationCounters } from './moderation/counters.ts'
import { taxonomyCounters } from './taxonomy/counters.ts'

/** Every denormalized count. A daily job verifies them. */
export const allCounters: readonly Counter[] = [
  ...peopleCounters,
  ...articleCounters,
  ...responseCounters,
  ...moderationCounters,
  ...bookmarkCounters,
  ...taxonomyCounters,
]
