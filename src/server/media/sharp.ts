import type { default as Sharp } from 'sharp'
import { Refusal } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency.ts'

const AT_ONCE = 2
const MOST_WAITING = 200
const READABLE = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

let loaded: Promise<typeof Sharp> | null = null

/** Loaded with the first picture: most processes start for pages. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // Whatever else it could read would only be something to attack.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READABLE })
    return sharp
  })
  return loaded
}

/** Works on a few pictures at a time: memory and cores belong to the process, and so does the queue for them. */
export const inTurn = createConcurrencyLimit({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })

/** Whatever goes wrong inside the library is the fault of the picture. */
export async function decoding<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new Refusal('broken-file', { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
  }
}
