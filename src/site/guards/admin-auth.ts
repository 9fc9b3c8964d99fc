import { hasRole } from '#contract/endpoint.ts'
import type { Guard } from './guard.ts'

/** Requires an editor or admin. Others get a 404, so that the page is not revealed. */
const guard: Guard = ({ viewer }) => (hasRole(viewer, 'editor') ? undefined : 'deny')
export default guard
