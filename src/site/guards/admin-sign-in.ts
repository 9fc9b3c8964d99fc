import type { Guard } from './guard.ts'

/** A visitor at the front page of the admin area is shown the way in; deeper pages stay silent. */
const guard: Guard = ({ viewer }) => (viewer ? undefined : { to: '/admin/auth' })
export default guard
