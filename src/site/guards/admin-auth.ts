import type { Guard } from './guard.ts'

/** The admin area is for editors and admins. Nobody else learns that a page is there. */
const guard: Guard = ({ viewer }) => (viewer?.role === 'editor' || viewer?.role === 'admin' ? undefined : 'deny')
export default guard
