import { hasRole } from '#contract/endpoint.ts'
import type { Guard } from './guard.ts'

/** Until a story can be shared before it is published, only those who may read everything see previews. */
const guard: Guard = ({ viewer }) => (hasRole(viewer, 'editor') ? undefined : 'deny')
export default guard
