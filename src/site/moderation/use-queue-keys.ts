import { useEffect, useRef } from 'react'
import type { ModerationAction } from '#contract/moderation/names.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'

export const queueKeys: readonly { key: string; does: string }[] = [
  { key: 'j', does: 'Next case' },
  { key: 'k', does: 'Previous case' },
  { key: 'a', does: 'Approve' },
  { key: 'h', does: 'Hide' },
  { key: 'd', does: 'Delete' },
  { key: 'x', does: 'Select' },
  { key: 'Enter', does: 'Open or close the details' },
  { key: '?', does: 'Show these shortcuts' },
]

const keyActions: Record<string, ModerationAction> = { a: 'approve', h: 'hide', d: 'delete' }

type Handlers = {
  act(action: ModerationAction, id: string | null): void
  select(id: string): void
  help(): void
}

/** Keys of the queue. They act on the case with the focus, or on the selected ones. */
export function useQueueKeys(handlers: Handlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (!mayBeShortcut(event)) return
        const cases = [...document.querySelectorAll<HTMLElement>('[data-case]')]
        const current = cases.find((one) => one.contains(document.activeElement))
        const id = current?.dataset['case'] ?? null
        const action = keyActions[event.key]
        if (event.key === 'j' || event.key === 'k') move(cases, current, event.key === 'j' ? 1 : -1)
        else if (action) latest.current.act(action, id)
        else if (event.key === 'x' && id) latest.current.select(id)
        else if (event.key === '?') latest.current.help()
        // On a link or button inside the case, Enter does what that does.
        else if (event.key === 'Enter' && current && document.activeElement === current) open(current)
        else return
        event.preventDefault()
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [])
}

function move(cases: HTMLElement[], current: HTMLElement | undefined, by: 1 | -1) {
  const from = current ? cases.indexOf(current) + by : by === 1 ? 0 : cases.length - 1
  const next = cases[from]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function open(current: HTMLElement) {
  current.querySelector<HTMLElement>('[data-details]')?.click()
}
