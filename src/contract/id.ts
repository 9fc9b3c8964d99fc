import { ID_LENGTH } from './constants.ts'

// No zod here, because the browser uses this too.
export const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Larger random bytes would make the first letters more likely (modulo bias). */
export const FAIR_BYTES = 256 - (256 % ID_LETTERS.length)

/** A permanent id. */
export const ID_PATTERN = new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`)

export const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value)
