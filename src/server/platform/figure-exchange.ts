import { SECOND_MS } from '#contract/constants.ts'
import type { Figure, FromWorker, ToWorker } from './figure-relay.ts'

/** Longer than the primary process waits for the others. */
const WAIT_MS = 3 * SECOND_MS

/** The connection of a web process to the primary process. */
export type Channel = {
  send(message: FromWorker): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}

/** One of several web processes. */
export type WebWorker = { id: number; channel: Channel }

/** Exchanges figures with the other web processes of this server. They cannot reach each other, so the primary process relays. */
export function createFigureExchange(channel: Channel | null, readOwn: () => Promise<Figure[]>) {
  const asked = new Map<number, (all: Figure[][]) => void>()
  let asks = 0
  channel?.on('message', receive)

  function receive(message: unknown) {
    if (isMessage(message, 'collect')) void answer(message.collect)
    else if (isMessage(message, 'collected')) asked.get(message.collected)?.(message.all)
  }

  async function answer(collection: number) {
    channel?.send({ answer: collection, figures: await readOwn() })
  }

  return {
    /** The figures of each process. Only those of this one when the primary process does not answer. */
    async readAll(): Promise<Figure[][]> {
      if (!channel) return [await readOwn()]
      const ask = (asks += 1)
      const answered = new Promise<Figure[][] | null>((resolve) => {
        asked.set(ask, resolve)
        setTimeout(resolve, WAIT_MS, null).unref()
      })
      channel.send({ ask })
      const all = await answered
      asked.delete(ask)
      return all ?? [await readOwn()]
    },
    close() {
      channel?.off('message', receive)
    },
  }
}

/** Other messages of the primary process are for other listeners. */
function isMessage<Key extends 'collect' | 'collected'>(
  message: unknown,
  key: Key,
): message is Extract<ToWorker, Record<Key, number>> {
  return typeof message === 'object' && message !== null && key in message
}
