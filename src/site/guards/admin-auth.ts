import { hasRole } from '#contract/endpoint.ts'
import type { Guard } from './guard.ts'

/** The admin area is for editors and admins. Nobody else learns that a page is there. */
const guard: Guard = ({ viewer }) => (hasRole(viewer, 'editor') ? undefined : 'deny')
export default guard
