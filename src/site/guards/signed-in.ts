import type { Guard } from './guard.ts'

/** Redirects visitors to the sign-in, which returns them afterwards. */
const guard: Guard = ({ viewer, path }) =>
  viewer ? undefined : { to: `/auth/newauth?next=${encodeURIComponent(path)}` }
export default guard
