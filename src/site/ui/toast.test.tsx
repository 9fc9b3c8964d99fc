import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { ToastHost, toast } from './toast.tsx'
import { nextToastId } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  render(<ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />)
})

const say = (title: string) => act(() => toast({ title }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.queryAllByRole('dialog').map((element) => element.textContent)

test('a toast closes itself after five seconds', async () => {
  await say('Link copied')
  await screen.findByText('Link copied')
  await pass(4_800)
  expect(screen.queryByText('Link copied')).not.toBeNull()
  await pass(700)
  expect(screen.queryByText('Link copied')).toBeNull()
})

test('the timer pauses while the mouse is over the toast', async () => {
  await say('Still here')
  const viewport = (await screen.findByText('Still here')).closest('[role="region"]')
  if (!viewport) throw new Error('the toast is not in a region')
  await pass(2_000)
  fireEvent.mouseEnter(viewport)
  await pass(20_000)
  expect(screen.queryByText('Still here')).not.toBeNull()
  fireEvent.mouseLeave(viewport)
  await pass(2_000)
  expect(screen.queryByText('Still here')).not.toBeNull()
  await pass(1_600)
  expect(screen.queryByText('Still here')).toBeNull()
})

test('a toast with a deadline does not pause', async () => {
  await act(() => toast({ title: 'Sent', deadlineMs: 10_000, action: { label: 'Undo', run: () => {} } }))
  const viewport = (await screen.findByText('Sent')).closest('[role="region"]')
  if (!viewport) throw new Error('the toast is not in a region')
  fireEvent.mouseEnter(viewport)
  screen.getByRole('button', { name: 'Undo' }).focus()
  await pass(9_800)
  expect(screen.queryByText('Sent')).not.toBeNull()
  await pass(700)
  expect(screen.queryByText('Sent')).toBeNull()
})

test('it is closed by a button called Close', async () => {
  await say('Go away')
  await screen.findByText('Go away')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await pass(300)
  expect(shown()).toEqual([])
})

test('an urgent toast is announced once, and its buttons are not hidden', async () => {
  await act(() => toast({ title: 'Not saved', tone: 'danger', action: { label: 'Retry', run: () => {} } }))
  const urgent = await screen.findByRole('alertdialog')
  expect(urgent.getAttribute('aria-live')).toBe('off')
  expect(screen.getByRole('alert').textContent).toBe('Not saved')
  screen.getByRole('button', { name: 'Retry' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await pass(300)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('ids are timestamps, and unique', () => {
  const now = Date.now() + 60_000
  const ids = [nextToastId(now), nextToastId(now), nextToastId(now)].map(Number)
  expect(ids).toEqual([now, now + 1, now + 2])
})
