import type { Viewer } from '#contract/viewer.ts'

/** Returns undefined to allow the visit, a path to redirect to, or `deny` for a 404. */
export type Guard = (visit: { viewer: Viewer | null; path: string }) => { to: string } | 'deny' | undefined
