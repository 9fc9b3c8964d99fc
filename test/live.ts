import { atEnd } from './at-end.ts'

export type LiveEvent = { id: string; event: string; data: Record<string, unknown> }

/** A client connection to `api/live`. */
export type LiveConnection = {
  status: number
  events: LiveEvent[]
  /** Resolves with the first matching event, including events already received. */
  until(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the server ends the stream, with the last `retry` value it sent. */
  ended: Promise<number>
  close(): void
}

/** Opens a stream. `lastEventId` is what a browser sends when it reconnects. */
export async function openLive(
  url: string,
  options: { cookie?: string; lastEventId?: string } = {},
): Promise<LiveConnection> {
  const ending = new AbortController()
  const response = await fetch(url, {
    signal: ending.signal,
    headers: {
      accept: 'text/event-stream',
      ...(options.cookie && { cookie: options.cookie }),
      ...(options.lastEventId && { 'last-event-id': options.lastEventId }),
    },
  })
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  const connection: LiveConnection = {
    status: response.status,
    events,
    until: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          const found = events.find(fits)
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    ended: response.ok ? follow(response, events, waiting) : Promise.resolve(0),
    close: () => ending.abort(),
  }
  atEnd(connection.close)
  return connection
}

async function follow(response: Response, events: LiveEvent[], waiting: Set<() => void>) {
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
        if (fields['data']) events.push({ id, event: fields['event'] ?? '', data: JSON.parse(fields['data']) })
        for (const check of waiting) check()
      }
    }
  } catch (error) {
    // Aborted by the test.
    if (!(error instanceof DOMException)) throw error
  }
  return retry
}
