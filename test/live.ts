import { atEnd } from './at-end.ts'

export type Heard = { id: string; event: string; data: Record<string, unknown> }

/** A browser's line to `api/live`, as far as a test needs it. */
export type Line = {
  status: number
  heard: Heard[]
  /** Resolves with the first event that fits, also one that came before. */
  until(fits: (heard: Heard) => boolean): Promise<Heard>
  /** Resolves when the server has ended it; with the last wait it asked for. */
  ended: Promise<number>
  close(): void
}

/** Opens the line at this address; `lastEventId` is what a browser sends when it comes back by itself. */
export async function aLine(url: string, options: { cookie?: string; lastEventId?: string } = {}): Promise<Line> {
  const ending = new AbortController()
  const response = await fetch(url, {
    signal: ending.signal,
    headers: {
      accept: 'text/event-stream',
      ...(options.cookie && { cookie: options.cookie }),
      ...(options.lastEventId && { 'last-event-id': options.lastEventId }),
    },
  })
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  const line: Line = {
    status: response.status,
    heard,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    ended: response.ok ? follow(response, heard, waiting) : Promise.resolve(0),
    close: () => ending.abort(),
  }
  atEnd(line.close)
  return line
}

async function follow(response: Response, heard: Heard[], waiting: Set<() => void>) {
  let retry = 0
  let id = ''
  let text = ''
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, at)
            .split('\n')
            .map((row) => [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1).trim()]),
        )
        text = text.slice(at + 2)
        id = fields['id'] ?? id
        if (fields['retry']) retry = Number(fields['retry'])
        if (fields['data']) heard.push({ id, event: fields['event'] ?? '', data: JSON.parse(fields['data']) })
        for (const look of waiting) look()
      }
    }
  } catch (error) {
    // Closed from here.
    if (!(error instanceof DOMException)) throw error
  }
  return retry
}
