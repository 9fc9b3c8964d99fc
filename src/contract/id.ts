import { ID_LENGTH } from './constants.ts'

/** A permanent id. Separate from `Id`, so that the browser needs no zod to recognize one. */
export const ID_PATTERN = new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`)

export const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value)
