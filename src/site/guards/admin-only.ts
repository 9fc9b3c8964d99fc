import type { Guard } from './guard.ts'

/** What an editor has no business with: people, money, the figures of the whole site. */
const guard: Guard = ({ viewer }) => (viewer?.role === 'admin' ? undefined : 'deny')
export default guard
