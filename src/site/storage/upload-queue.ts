import type { Media } from '#contract/media.ts'
import { createStore } from '#site/ui/store.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { StorageError } from '#site/errors/storage-error.ts'
import type { LibraryUpload } from './upload-to-library.ts'

/** Two parallel uploads saturate most connections. */
const AT_ONCE = 2

export type UploadRow = {
  id: number
  file: File
  state: 'waiting' | 'uploading' | 'paused' | 'checking' | 'failed'
  sent: number
  problem: string | null
}

type Notices = { onProgress(bytes: number): void; onArrived(): void }

/** Callbacks of the component that shows the queue; the last ones stay when it unmounts. */
type QueueCallbacks = {
  begin(file: File, notices: Notices): LibraryUpload
  onTaken(media: Media, file: File): void
  onFailed(file: File, problem: string): void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** An upload queue. A failed file does not block others, and uploads continue after unmount. */
export function createUploadQueue() {
  let port: QueueCallbacks | null = null
  const { get: rows, set, subscribe } = createStore<readonly UploadRow[]>([])
  let last = 0
  const running = new Map<number, LibraryUpload>()

  function show(next: readonly UploadRow[]) {
    const before = rows().some(isMoving)
    const moving = next.some(isMoving)
    if (moving && !before) addEventListener('beforeunload', askFirst)
    if (!moving && before) removeEventListener('beforeunload', askFirst)
    set(next)
  }
  const change = (id: number, to: Partial<UploadRow>) =>
    show(rows().map((row) => (row.id === id ? { ...row, ...to } : row)))
  const remove = (id: number) => show(rows().filter((row) => row.id !== id))

  function startNext() {
    const busy = rows().filter(({ state }) => state === 'uploading' || state === 'checking').length
    const next = rows().find(({ state }) => state === 'waiting')
    if (!next || busy >= AT_ONCE) return
    void run(next)
    startNext()
  }

  async function run({ id, file }: UploadRow) {
    if (!port) return
    change(id, { state: 'uploading', sent: 0, problem: null })
    try {
      const task = port.begin(file, {
        onProgress: (sent) => change(id, { sent }),
        onArrived: () => change(id, { state: 'checking' }),
      })
      running.set(id, task)
      const media = await task.done
      remove(id)
      port.onTaken(media, file)
    } catch (error) {
      if (error instanceof StorageError && error.code === 'canceled') remove(id)
      else {
        const problem = errorMessage(error)
        change(id, { state: 'failed', problem })
        port.onFailed(file, problem)
      }
    }
    running.delete(id)
    startNext()
  }

  return {
    connect(to: QueueCallbacks) {
      port = to
    },
    rows,
    subscribe,
    add(files: readonly File[]) {
      const added = files.map((file) => ({ id: ++last, file, state: 'waiting' as const, sent: 0, problem: null }))
      show([...rows(), ...added])
      startNext()
    },
    pause(id: number) {
      running.get(id)?.pause()
      change(id, { state: 'paused' })
      startNext()
    },
    resume(id: number) {
      change(id, { state: 'uploading' })
      running.get(id)?.resume()
    },
    retry(id: number) {
      change(id, { state: 'waiting' })
      startNext()
    },
    /** Also removes failed and waiting files. */
    cancel(id: number) {
      const task = running.get(id)
      if (task) task.cancel()
      else remove(id)
    },
  }
}

function isMoving({ state }: UploadRow) {
  return state === 'waiting' || state === 'uploading' || state === 'checking'
}

function askFirst(event: BeforeUnloadEvent) {
  event.preventDefault()
}
