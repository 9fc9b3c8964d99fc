/** How long what is written into a field of a block may be. */
export const LONGEST_LINE = 1000
export const LONGEST_WORDS = 5000
