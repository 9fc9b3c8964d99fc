import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Connection } from './connect.ts'

/** What a command works with. */
export type Surroundings = Pick<Connection, 'db' | 'pool'> & { config: Config; log: Log }

/** What the operator wrote behind the command's words. */
export type Given = {
  name?: string | undefined
  handle?: string | undefined
  role?: string | undefined
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
