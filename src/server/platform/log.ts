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

/** JSON lines. Whatever could let somebody in is blotted out before it is written. */
export function createLog({ level, file }: { level: string; file: string | null }): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  }
  return file ? pino(options, pino.destination({ dest: file, mkdir: true, sync: false })) : pino(options)
}
