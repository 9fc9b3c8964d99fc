import { useEffect, useState } from 'react'
import type { Backup, BackupSchedule, Backups } from '#contract/backup.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

const POLL_MS = 1500

/** Whether a worker has this backup, or will have it. */
export function isBusy({ state, verify }: Backup) {
  return [state, verify?.state].some((one) => one === 'waiting' || one === 'running')
}

/** The backups, which are reloaded while one is being made or verified, and their operations. */
export function useBackups(initial: Backups) {
  const api = useApi()
  const [backups, setBackups] = useState(initial)
  const [starting, setStarting] = useState(false)
  const busy = backups.items.some(isBusy)

  useEffect(() => {
    if (!busy) return
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    const poll = async () => {
      const latest = await api('GET /api/admin/backups').catch(() => null)
      // A server that does not respond for a moment is asked again.
      if (latest && !ended) setBackups(latest)
      if (!ended) timer = setTimeout(() => void poll(), POLL_MS)
    }
    timer = setTimeout(() => void poll(), POLL_MS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [api, busy])

  function put(changed: Backup) {
    setBackups((before) => {
      const others = before.items.filter(({ id }) => id !== changed.id)
      const at = before.items.findIndex(({ id }) => id === changed.id)
      return { ...before, items: others.toSpliced(Math.max(0, at), 0, changed) }
    })
  }

  async function start() {
    if (starting || busy) return
    setStarting(true)
    await act('Couldn’t start the backup', async () => put(await api('POST /api/admin/backups')))
    setStarting(false)
  }

  const verify = ({ id }: Backup) =>
    act('Couldn’t start the verification', async () =>
      put(await api('POST /api/admin/backups/{id}/verify', { params: { id } })),
    )

  const remove = ({ id }: Backup) =>
    act('Couldn’t delete the backup', async () => {
      await api('DELETE /api/admin/backups/{id}', { params: { id } })
      setBackups((before) => ({ ...before, items: before.items.filter((one) => one.id !== id) }))
    })

  /** Throws on failure, so that the form keeps its input. */
  async function saveSchedule(wanted: BackupSchedule & { version: string }) {
    await api('PUT /api/admin/backups/schedule', { body: wanted })
    setBackups(await api('GET /api/admin/backups'))
  }

  return { ...backups, busy, starting, start, verify, remove, saveSchedule }
}

async function act(failure: string, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    await toast({ tone: 'danger', title: failure, description: errorMessage(error) })
  }
}
