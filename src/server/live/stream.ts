import type { ServerResponse } from 'node:http'
import type { LiveEvents } from '#contract/notifications/notifications.ts'

/** More than this waits for nobody: a reader so slow is cut, and comes back to what it missed. */
const MOST_WAITING_BYTES = 256 * 1024

export type Listener = {
  /** Null for a visitor. */
  personId: string | null
  sessionId: string | null
  storyId: string | null
  /** The draft that is open in the editor, and the tab it is open in. */
  draft: { articleId: string; client: string } | null
  /** Where a visitor comes from, as far as limits tell it from others. */
  address: string
}

/** One open line to a browser, and how far it was told. It has no timers of its own. */
export class Stream {
  readonly listener: Listener
  /** The last change of the person's list that was sent. */
  seq: number
  /** The time up to which changes of the story's responses were sent. */
  storyAt: number
  /** The count that the browser shows; null until it was told one. */
  unread: number | null = null
  /** The version of the draft that was sent last, and the people; null until then. */
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
    // It may end while it is being found out what to send.
    if (this.#response.writableEnded || this.#response.destroyed) return
    if (this.#response.writableLength > MOST_WAITING_BYTES) this.#response.destroy()
    else this.#response.write(text)
  }

  /** Ends it; the browser comes back after a while. */
  end(retryMs?: number) {
    this.#response.end(retryMs === undefined ? undefined : `retry: ${retryMs}\n\n`)
  }
}
