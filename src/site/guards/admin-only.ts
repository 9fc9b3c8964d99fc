import { hasRole } from '#contract/endpoint.ts'
import type { Guard } from './guard.ts'

/** Requires an admin: users, payments and site-wide statistics are not for editors. */
const guard: Guard = ({ viewer }) => (hasRole(viewer, 'admin') ? undefined : 'deny')
export default guard
