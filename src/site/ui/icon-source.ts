import { createContext } from 'react'

/** The body of an icon's SVG and the size of its square viewBox. */
export type IconData = { body: string; size: number }

/** The source of icons: all of them on the server, loaded on demand in the browser. */
export type IconSource = {
  get(name: string): IconData | undefined
  /** Calls back when a missing icon was loaded. Returns the unsubscribe function. */
  subscribe(callback: () => void): () => void
  request(name: string): void
}

const noIcons: IconSource = { get: () => undefined, subscribe: () => () => {}, request: () => {} }
export const IconContext = createContext<IconSource>(noIcons)
