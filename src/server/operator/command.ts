import type { z } from 'zod'
import type { Config } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Log } from '#server/platform/log.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { prepareVault } from '#server/platform/secrets/keys.ts'
import type { Connection } from './connect.ts'
import { UsageError } from './usage-error.ts'

/** What a command works with. */
export type Surroundings = Pick<Connection, 'db' | 'pool'> & { config: Config; log: Log }

/** What the operator wrote behind the command's words. */
export type Given = {
  name?: string | undefined
  handle?: string | undefined
  role?: string | undefined
  email?: string | undefined
  password?: string | undefined
  to?: string | undefined
  limit?: string | undefined
  confirm?: boolean | undefined
  rest: string[]
}

/** For people, for machines, and whether the exit says that something is wrong. */
export type Answer = { text: string; data: unknown; failed?: boolean }

export type Command = {
  words: readonly string[]
  takes: string
  says: string
  run(surroundings: Surroundings, given: Given): Promise<Answer>
}

export async function ctxOf({ db, log, config }: Surroundings) {
  const { site, identity, storage } = config
  const { vault } = await prepareVault(db, config.encryption)
  return systemCtx({ db, log, site, identity, vault, storage, blobs: openBlobs(storage.blobs) })
}

/** What the operator wrote, in the shape that is wanted, or a word about what is wrong with it. */
export function parsed<Shape extends z.ZodType>(what: string, shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(`${what}: ${result.error.issues.map(({ message }) => message).join(' ')}`)
}
