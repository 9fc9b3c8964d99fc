import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { FilePreview } from './file-preview.tsx'
import type { UploadQueue, UploadRow } from './upload-queue.ts'
import { formatBytes } from './size-text.ts'

type Props = { queue: UploadQueue; rows: readonly UploadRow[]; said: string }

/** Uploads in progress and failed ones. */
export function UploadRows({ queue, rows, said }: Props) {
  return (
    <>
      {rows.length > 0 && (
        <ul aria-label="Uploads" className="divide-y divide-gray-200">
          {rows.map((row) => (
            <UploadRow key={row.id} row={row} queue={queue} />
          ))}
        </ul>
      )}
      <output className="sr-only">{said}</output>
    </>
  )
}

function UploadRow({ row, queue }: { row: UploadRow; queue: UploadQueue }) {
  const { file, state, problem } = row
  return (
    <li className="flex items-center gap-3 py-3">
      <FilePreview file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium text-gray-900" dir="auto">
          {file.name}
        </p>
        {state !== 'failed' && <Bar row={row} />}
        {problem ? (
          <p className="text-sm text-danger-700">{problem}</p>
        ) : (
          <p className="text-sm text-gray-600 tabular-nums">{stateText(row)}</p>
        )}
      </div>
      <Controls row={row} queue={queue} />
    </li>
  )
}

function Bar({ row: { file, sent } }: { row: UploadRow }) {
  return (
    <progress
      aria-label={file.name}
      max={file.size}
      value={sent}
      className="my-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-gray-200 [&::-moz-progress-bar]:bg-primary-600 [&::-webkit-progress-bar]:bg-gray-200 [&::-webkit-progress-value]:bg-primary-600"
    />
  )
}

function stateText({ file, sent, state }: UploadRow) {
  if (state === 'checking') return 'Processing…'
  if (state === 'waiting') return `${formatBytes(file.size)}, waiting`
  const amount = `${formatBytes(sent)} of ${formatBytes(file.size)}`
  return state === 'paused' ? `${amount}, paused` : amount
}

function Controls({ row: { id, state, file }, queue }: { row: UploadRow; queue: UploadQueue }) {
  if (state === 'checking') return null
  return (
    <div className="flex shrink-0">
      {state === 'uploading' && (
        <IconButton label={`Pause ${file.name}`} onClick={() => queue.pause(id)}>
          <Icon name="pause" size={18} />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={`Resume ${file.name}`} onClick={() => queue.resume(id)}>
          <Icon name="play" size={18} />
        </IconButton>
      )}
      {state === 'failed' && (
        <IconButton label={`Retry ${file.name}`} onClick={() => queue.retry(id)}>
          <Icon name="rotate-cw" size={18} />
        </IconButton>
      )}
      <IconButton label={`${state === 'failed' ? 'Dismiss' : 'Cancel'} ${file.name}`} onClick={() => queue.cancel(id)}>
        <Icon name="x" size={18} />
      </IconButton>
    </div>
  )
}
