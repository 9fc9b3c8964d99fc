import { useSyncExternalStore } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'

/** What was done here with lines, over what the server sent: it holds for every list of this page load. */
type Mark = { read?: boolean; removed?: boolean }
type Marks = { lines: ReadonlyMap<string, Mark>; readTo: number }

let marks: Marks = { lines: new Map(), readTo: 0 }
const listeners = new Set<() => void>()

function know(next: Marks) {
  marks = next
  for (const listener of listeners) listener()
}

// With its number: when more happens, a line is a new one.
const nameOf = ({ id, seq }: Pick<Notification, 'id' | 'seq'>) => `${id} ${seq}`

/** Marks a line; the returned function takes it back. */
export function markNotification(line: Pick<Notification, 'id' | 'seq'>, given: Mark): () => void {
  const name = nameOf(line)
  const before = marks.lines.get(name)
  know({ ...marks, lines: new Map(marks.lines).set(name, { ...before, ...given }) })
  return () => {
    const lines = new Map(marks.lines)
    if (before) lines.set(name, before)
    else lines.delete(name)
    know({ ...marks, lines })
  }
}

/** Marks all lines up to a change as read; the returned function takes it back. */
export function markAllReadUpTo(seq: number): () => void {
  const before = marks
  know({ lines: new Map([...marks.lines].map(([name, one]) => [name, { ...one, read: true }])), readTo: seq })
  return () => know(before)
}

/** The lines as they are by now. */
export function useMarkedNotifications(lines: readonly Notification[]): Notification[] {
  const { lines: known, readTo } = useSyncExternalStore(subscribe, current, current)
  return lines.flatMap((line) => {
    const given = known.get(nameOf(line))
    return given?.removed ? [] : { ...line, read: given?.read ?? (line.read || line.seq <= readTo) }
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => marks
