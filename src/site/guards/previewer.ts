import type { Guard } from './guard.ts'

/** Everybody may try: its writers, editors and whoever holds the key of a link. Only the server can tell. */
const guard: Guard = () => undefined
export default guard
