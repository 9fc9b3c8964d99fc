import { hasRole } from '#contract/endpoint.ts'
import type { Guard } from './guard.ts'

/** What an editor has no business with: people, money, the figures of the whole site. */
const guard: Guard = ({ viewer }) => (hasRole(viewer, 'admin') ? undefined : 'deny')
export default guard
