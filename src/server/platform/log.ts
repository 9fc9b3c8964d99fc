import pino from 'pino'
import { codeOf } from './errors.ts'
import type { LogTail } from './log-tail.ts'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Leaves out the connection object that database errors carry. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, code: codeOf(error), message, stack, ...(cause instanceof Error && { cause: cause.message }) }
}

type Options = {
  level: string
  file: string | null
  /** Also gets every line. */
  tail?: LogTail
}

/** JSON lines. Requests are logged without headers, bodies and query strings, so that no secret is logged. */
export function createLog({ level, file, tail }: Options): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
  }
  // Buffered: one write per request would cost more than sending the page. The rest is flushed at exit.
  const destination = pino.destination({
    dest: file ?? 1,
    mkdir: true,
    sync: false,
    minLength: 4096,
    periodicFlush: 500,
  })
  if (!tail) return pino(options, destination)
  const write = (line: string) => {
    tail.write(line)
    destination.write(line)
  }
  return pino(options, { write })
}
