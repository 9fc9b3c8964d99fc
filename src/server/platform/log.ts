import pino from 'pino'
import { codeOf } from './errors.ts'

/** What a function needs of a log, whether it is the process's own or a request's. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

/** What happened and where; not the whole connection that a database error carries along. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, code: codeOf(error), message, stack, ...(cause instanceof Error && { cause: cause.message }) }
}

/** JSON lines. Requests are logged by method, path and status: no headers, no bodies, no query, so no secret can get in. */
export function createLog({ level, file }: { level: string; file: string | null }): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
  }
  // Written a few kilobytes at a time: a line a request would cost more than sending the page. The rest is written at exit.
  const destination = pino.destination({
    dest: file ?? 1,
    mkdir: true,
    sync: false,
    minLength: 4096,
    periodicFlush: 500,
  })
  return pino(options, destination)
}
