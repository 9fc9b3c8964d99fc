import type { Guard } from './guard.ts'

/** Redirects visitors of the admin home page to the admin sign-in. Deeper pages respond with 404. */
const guard: Guard = ({ viewer }) => (viewer ? undefined : { to: '/admin/auth' })
export default guard
