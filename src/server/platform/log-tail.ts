import { z } from 'zod'

const MAX_LINES = 1000

/** pino's names of its levels. */
export const logLevels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
export type LogLevel = keyof typeof logLevels

const Line = z.looseObject({
  time: z.number(),
  level: z.number(),
  msg: z.string().default(''),
  reqId: z.string().optional(),
})

export type LogFilter = { level: LogLevel; text: string | null; requestId: string | null; limit: number }
export type LogRecord = {
  at: string
  level: LogLevel
  message: string
  requestId: string | null
  /** The other fields, as JSON. */
  fields: string
}

export type LogTail = ReturnType<typeof createLogTail>

/** The last lines of the log of this process, in memory. Writing costs one assignment; lines are parsed when they are read. */
export function createLogTail(size = MAX_LINES) {
  const lines: string[] = []
  let next = 0

  /** The latest first. */
  function* latest() {
    for (let back = 1; back <= lines.length; back++) yield lines[(next - back + lines.length) % lines.length] ?? ''
  }

  return {
    write(line: string) {
      lines[next] = line
      next = (next + 1) % size
    },
    /** The latest matching records, latest first. */
    read({ level, text, requestId, limit }: LogFilter): LogRecord[] {
      const found: LogRecord[] = []
      const wanted = text?.toLowerCase()
      for (const line of latest()) {
        if (found.length >= limit) break
        if (wanted && !line.toLowerCase().includes(wanted)) continue
        const record = parseLine(line)
        if (!record || logLevels[record.level] < logLevels[level]) continue
        if (requestId && record.requestId !== requestId) continue
        found.push(record)
      }
      return found
    },
  }
}

function parseLine(line: string): LogRecord | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // The tail shows records only; the log itself has every line.
    return null
  }
  const parsed = Line.safeParse(value)
  if (!parsed.success) return null
  const { time, level, msg, reqId, pid: _pid, ...fields } = parsed.data
  const names = Object.entries(logLevels).filter(([, value_]) => value_ <= level)
  const name = names.at(-1)?.[0] ?? 'trace'
  return {
    at: new Date(time).toISOString(),
    level: isLevel(name) ? name : 'trace',
    message: msg,
    requestId: reqId ?? null,
    fields: Object.keys(fields).length > 0 ? JSON.stringify(fields) : '',
  }
}

function isLevel(name: string): name is LogLevel {
  return Object.hasOwn(logLevels, name)
}
