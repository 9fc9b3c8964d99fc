import type { default as Sharp } from 'sharp'
import { Refusal } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency.ts'

const CONCURRENCY = 2
const MAX_QUEUED = 200
const READABLE = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

let loaded: Promise<typeof Sharp> | null = null

/** Loaded with the first picture, to keep the start fast. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // Other decoders would only add attack surface.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READABLE })
    return sharp
  })
  return loaded
}

/** One limit per process, because memory and cores are shared. */
export const limitImageWork = createConcurrencyLimit({ concurrency: CONCURRENCY, maxQueued: MAX_QUEUED })

/** Reports every error of sharp as a broken file. */
export async function orBrokenFile<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new Refusal('broken-file', { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
  }
}
