import { useState } from 'react'

/** What is being written into a field, one step ahead of the document that it is written to. */
export function useDraft(value: string, write: (next: string) => void): [string, (next: string) => void] {
  const [[text, seen], set] = useState([value, value])
  // What was undone, or written elsewhere.
  if (seen !== value) set([value, value])
  return [
    text,
    (next) => {
      set([next, seen])
      write(next)
    },
  ]
}
