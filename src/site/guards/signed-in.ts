import type { Guard } from './guard.ts'

/** A visitor is asked to sign in and comes back afterwards. */
const guard: Guard = ({ viewer, path }) =>
  viewer ? undefined : { to: `/auth/newauth?next=${encodeURIComponent(path)}` }
export default guard
