import { createContext } from 'react'

/** The inside of an icon's SVG, drawn on a square of this size. */
export type IconData = { body: string; size: number }

/** Where icons come from: the server has them all, the browser gets those it lacks. */
export type IconSource = {
  get(name: string): IconData | undefined
  /** Calls back when an icon that was missing has arrived. Returns how to stop listening. */
  subscribe(callback: () => void): () => void
  request(name: string): void
}

export const noIcons: IconSource = { get: () => undefined, subscribe: () => () => {}, request: () => {} }
export const IconContext = createContext<IconSource>(noIcons)
