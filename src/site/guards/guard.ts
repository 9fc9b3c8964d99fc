import type { Viewer } from '#contract/viewer.ts'

/** What a guard is told, and what it may say: nothing to let pass, a place to go instead, or no. */
export type Guard = (visit: { viewer: Viewer | null; path: string }) => { to: string } | 'deny' | undefined
