import { z } from 'zod'

/** Where an article stands. What readers see is only ever published. */
export const ArticleState = z.enum(['draft', 'in-review', 'scheduled', 'published', 'removed', 'trashed'])
export type ArticleState = z.infer<typeof ArticleState>
