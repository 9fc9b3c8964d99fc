import { type ReactNode, createContext, useContext } from 'react'

/** The parts of a page that the server splices into the shared page of all members. */
export type PartName = 'header' | 'notifications' | 'picture' | 'banner'

/** Returns the gap for a part. Null in a browser, and on the server for the page of one person. */
export const GapContext = createContext<((part: PartName) => string) | null>(null)

export function PersonalPart({ name, children }: { name: PartName; children: ReactNode }) {
  const gap = useContext(GapContext)
  return gap ? gap(name) : children
}
