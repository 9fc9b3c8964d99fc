import pino from 'pino'

/** What a function needs of a log, whether it is the process's own or a request's. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

/** JSON lines. Whatever could let somebody in is blotted out before it is written. */
export function createLog({ level, file }: { level: string; file: string | null }): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  }
  return file ? pino(options, pino.destination({ dest: file, mkdir: true, sync: false })) : pino(options)
}
