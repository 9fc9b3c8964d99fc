/** What no first page needs at once, in one file that comes a moment after it, or with the first navigation. */
export { startOffline } from '#site/offline/start.ts'
export { applyHead } from './apply-head.ts'
