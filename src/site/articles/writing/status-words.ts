import type { SaveState } from '#site/articles/writing/saving/state.ts'

export type Status = { icon: string; short: string; long: string; trouble: boolean }

/** All that may be needed: when the network is gone, so is the way to the icon that says it. */
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

export const OFFLINE_WORDS = 'You’re offline. Changes are saved on this device.'

/** How the saving stands, for a narrow bar and for a wide one. */
export function statusOf({ phase, keeping, version, savedAt }: SaveState, now: number): Status {
  const here = keeping === 'no' ? 'only in this tab' : 'kept in this browser'
  switch (phase) {
    case 'saved':
      if (version === null) return { icon: 'pencil', short: 'New', long: 'Not begun yet', trouble: false }
      return { icon: 'check', short: 'Saved', long: savedText(savedAt, now), trouble: false }
    case 'unsaved':
      return { icon: 'circle-dashed', short: 'Not saved yet', long: 'Not saved yet', trouble: false }
    case 'saving':
      return { icon: 'loader', short: 'Saving…', long: 'Saving…', trouble: false }
    case 'offline':
      if (keeping === 'no') return { icon: 'cloud-off', short: 'Offline', long: `Offline: ${here}`, trouble: true }
      return { icon: 'cloud-off', short: 'Offline', long: OFFLINE_WORDS, trouble: true }
    case 'waiting':
      return { icon: 'hourglass', short: 'Saving soon', long: `Saving in a moment: ${here}`, trouble: false }
    case 'signed-out':
      return { icon: 'log-in', short: 'Signed out', long: `Signed out: ${here}`, trouble: true }
    case 'refused':
      return { icon: 'triangle-alert', short: 'Not all saved', long: 'Not all of it could be saved', trouble: true }
    case 'closed':
      return { icon: 'lock', short: 'Not saved', long: `Not saved: ${here}`, trouble: true }
    case 'conflict':
      return { icon: 'users', short: 'Two versions', long: 'Two versions: choose one', trouble: true }
  }
}

/** Said in steps, so that it does not tick. */
function savedText(savedAt: number | null, now: number) {
  const minutes = savedAt === null ? 0 : Math.floor((now - savedAt) / 60_000)
  if (minutes < 1) return 'Saved'
  return minutes < 60 ? `Saved ${minutes} min ago` : `Saved ${Math.floor(minutes / 60)} h ago`
}
