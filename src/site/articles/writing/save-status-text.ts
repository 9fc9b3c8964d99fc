import type { SaveState } from '#site/articles/writing/saving/save-state.ts'

type SaveStatusText = { icon: string; short: string; long: string; isProblem: boolean }

/** Preloaded, because icons cannot be fetched without a network. */
export const statusIcons = [
  'pencil',
  'check',
  'circle-dashed',
  'loader',
  'cloud-off',
  'hourglass',
  'log-in',
  'triangle-alert',
  'lock',
  'users',
]

export const OFFLINE_MESSAGE = 'You’re offline. Changes are saved on this device.'

export function getSaveStatus({ phase, localCopy, version, savedAt }: SaveState, now: number): SaveStatusText {
  const stored = localCopy === 'failed' ? 'Changes are only in this tab.' : 'Changes are stored in this browser.'
  switch (phase) {
    case 'saved':
      if (version === null) return { icon: 'pencil', short: 'New', long: 'New story', isProblem: false }
      return { icon: 'check', short: 'Saved', long: formatSavedAt(savedAt, now), isProblem: false }
    case 'unsaved':
      return { icon: 'circle-dashed', short: 'Unsaved', long: 'Unsaved changes', isProblem: false }
    case 'saving':
      return { icon: 'loader', short: 'Saving…', long: 'Saving…', isProblem: false }
    case 'offline':
      if (localCopy === 'failed')
        return { icon: 'cloud-off', short: 'Offline', long: `Offline. ${stored}`, isProblem: true }
      return { icon: 'cloud-off', short: 'Offline', long: OFFLINE_MESSAGE, isProblem: true }
    case 'waiting':
      return { icon: 'hourglass', short: 'Waiting to save', long: `Waiting to save. ${stored}`, isProblem: false }
    case 'signed-out':
      return { icon: 'log-in', short: 'Signed out', long: `Signed out. ${stored}`, isProblem: true }
    case 'refused':
      return { icon: 'triangle-alert', short: 'Partly saved', long: 'Some changes couldn’t be saved', isProblem: true }
    case 'closed':
      return { icon: 'lock', short: 'Not saved', long: `Not saved. ${stored}`, isProblem: true }
    case 'conflict':
      return { icon: 'users', short: 'Conflict', long: 'Conflict: choose a version', isProblem: true }
  }
}

/** Changes by the minute at most. */
function formatSavedAt(savedAt: number | null, now: number) {
  const minutes = savedAt === null ? 0 : Math.floor((now - savedAt) / 60_000)
  if (minutes < 1) return 'Saved'
  return minutes < 60 ? `Saved ${minutes} min ago` : `Saved ${Math.floor(minutes / 60)} h ago`
}
