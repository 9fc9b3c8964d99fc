import type { ServerResponse } from 'node:http'
import type { LiveEvents } from '#contract/notifications/notifications.ts'

/** A slower client is disconnected, and catches up when it reconnects. */
const MAX_BUFFERED_BYTES = 256 * 1024

type Listener = {
  /** Null for a visitor. */
  personId: string | null
  sessionId: string | null
  storyId: string | null
  /** The draft that is open in the editor, and the tab it is open in. */
  draft: { articleId: string; client: string } | null
  /** The rate limit key of a visitor. */
  address: string
}

/** An open stream to a browser and its position. It has no timers of its own. */
export class Stream {
  readonly listener: Listener
  /** The last seq of the person's list that was sent. */
  seq: number
  /** The time up to which changes of the story's responses were sent. */
  storyAt: number
  /** The count sent last; null before the first. */
  unread: number | null = null
  /** The draft version and presence list sent last; null before the first. */
  draftVersion: number | null = null
  people: string | null = null
  readonly #response: ServerResponse

  constructor(response: ServerResponse, listener: Listener, from: { seq: number; storyAt: number }) {
    this.#response = response
    this.listener = listener
    this.seq = from.seq
    this.storyAt = from.storyAt
  }

  get id() {
    return this.listener.storyId === null ? String(this.seq) : `${this.seq}.${this.storyAt}`
  }

  send<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]) {
    this.write(`id: ${this.id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  write(text: string) {
    // The connection may have closed in the meantime.
    if (this.#response.writableEnded || this.#response.destroyed) return
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#response.destroy()
    else this.#response.write(text)
  }

  /** The browser reconnects after `retryMs`. */
  end(retryMs?: number) {
    this.#response.end(retryMs === undefined ? undefined : `retry: ${retryMs}\n\n`)
  }
}
