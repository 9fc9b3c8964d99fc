import { SECOND_MS } from '#contract/constants.ts'

/** A process that does not answer in time is represented by its last answer. */
const WAIT_MS = SECOND_MS

/** One metric of a process, as `prom-client` exports it. `aggregator` says how those of several processes become one. */
export type Figure = { name: string; help: string; type: unknown; aggregator: string; values: unknown[] }
type Figures = Figure[]

/** A web process answers the scrape `ask`, with the figures of all processes that the primary process has collected. */
export type FromWorker = { ask: number } | { answer: number; figures: Figures }
export type ToWorker = { collect: number } | { collected: number; all: Figures[] }

/** A web process as the primary process sees it. */
type Peer = {
  id: number
  isConnected(): boolean
  send(message: ToWorker): unknown
  once(event: 'exit', listener: () => void): unknown
}
type Collection = { waiting: Set<number>; finish(): void }

/**
 * Collects the figures of all web processes for the one that is scraped. Runs in the primary process. The counts of a process
 * that has ended are kept, because a sum that falls would look like a restart of all processes.
 */
export function createFigureRelay(waitMs = WAIT_MS) {
  const peers = new Map<number, Peer>()
  const latest = new Map<number, Figures>()
  const ended: Figures[] = []
  const running = new Map<number, Collection>()
  let collections = 0

  function add(peer: Peer) {
    peers.set(peer.id, peer)
    peer.once('exit', () => {
      peers.delete(peer.id)
      ended.push((latest.get(peer.id) ?? []).filter(isCount))
      latest.delete(peer.id)
      for (const collection of running.values()) settle(collection, peer.id)
    })
  }

  function settle({ waiting, finish }: Collection, id: number) {
    waiting.delete(id)
    if (waiting.size === 0) finish()
  }

  function collectFor(asking: Peer, ask: number) {
    const collection = (collections += 1)
    const asked = [...peers.values()].filter((peer) => peer.isConnected())
    const timer = setTimeout(finish, waitMs)
    running.set(collection, { waiting: new Set(asked.map(({ id }) => id)), finish })
    for (const peer of asked) peer.send({ collect: collection })

    function finish() {
      if (!running.delete(collection)) return
      clearTimeout(timer)
      if (asking.isConnected()) asking.send({ collected: ask, all: [...latest.values(), ...ended] })
    }
  }

  return {
    /** Call it once the process serves. */
    add,
    receive(peer: Peer, message: FromWorker) {
      if ('ask' in message) return collectFor(peer, message.ask)
      latest.set(peer.id, message.figures)
      const collection = running.get(message.answer)
      if (collection) settle(collection, peer.id)
    },
  }
}

/** Counts go on after a restart of their process; the other figures describe a process that runs. */
function isCount({ name, type }: Figure) {
  return name.startsWith('bramble_') && (type === 'counter' || type === 'histogram')
}
