import type { z } from 'zod'
import type { Config } from '#server/config.ts'
import { createLiveConfig } from '#server/live-config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Log } from '#server/platform/log.ts'
import { noSession, systemCtx } from '#server/platform/system-ctx.ts'
import { prepareVault } from '#server/platform/secrets/keys.ts'
import type { Connection } from './connect.ts'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}
export type CommandContext = Pick<Connection, 'db' | 'pool' | 'url'> & { config: Config; log: Log }

export type CommandArgs = {
  name?: string | undefined
  handle?: string | undefined
  role?: string | undefined
  email?: string | undefined
  password?: string | undefined
  to?: string | undefined
  limit?: string | undefined
  confirm?: boolean | undefined
  replace?: boolean | undefined
  rest: string[]
}

/** `text` is printed by default, `data` with --json. `failed` sets exit code 1. */
export type CommandResult = { text: string; data: unknown; failed?: boolean }

export type Command = {
  words: readonly string[]
  usage: string
  summary: string
  run(context: CommandContext, args: CommandArgs): Promise<CommandResult>
}

export async function ctxOf({ db, log, config }: CommandContext) {
  const { site } = config
  const { vault } = await prepareVault(db, config.encryption)
  const live = createLiveConfig({ db, vault, config, log })
  await live.refresh()
  const { identity, storage } = live
  const ctx = systemCtx({ db, log, site, identity, vault, storage, blobs: openBlobs(storage.blobs) })
  return { ...ctx, session: { ...noSession, source: 'operator' as const }, getMail: live.getMail }
}

export function parseArg<Shape extends z.ZodType>(name: string, shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(`${name}: ${result.error.issues.map(({ message }) => message).join(' ')}`)
}
