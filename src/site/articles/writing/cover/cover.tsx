import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import type { Picture } from '#contract/shapes.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { FileButton } from '#site/storage/file-button.tsx'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useDrop } from '#site/storage/use-drop.ts'
import { useUploads } from '#site/storage/use-uploads.ts'
import { SettingInput, Setting } from '#site/articles/writing/settings/setting.tsx'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { FocalPointDialog } from './focal-point-dialog.tsx'
import { LibraryDialog } from './library-dialog.tsx'

export function Cover() {
  const { article, fields, change, updateArticle, readOnly } = useWriting()
  const [chosen, setChosen] = useState<Picture | null>(null)
  const [dialog, setDialog] = useState<'library' | 'focus' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { cover } = fields
  const picture = cover && (chosen ?? article?.coverPicture ?? null)

  function use(media: Media) {
    setProblem(null)
    setChosen(media.picture)
    updateArticle({ coverPicture: media.picture })
    change({ cover: { media: media.id, alt: media.picture?.alt ?? '', focus: null } })
  }

  function ready(media: Media) {
    if (fields.cover?.media !== media.id) return
    if (media.state === 'failed') setProblem('This picture couldn’t be read. Choose another.')
    else setChosen(media.picture)
  }

  const { queue, rows, said } = useUploads({ kinds: 'pictures', onTaken: use, onReady: ready })
  const take = (files: File[]) => {
    setProblem(null)
    for (const { id } of rows) queue.cancel(id)
    queue.add(files.slice(0, 1))
  }
  const { over, handlers } = useDrop(take)
  if (readOnly && !picture) return null
  return (
    <section
      aria-label="Cover"
      data-over={over || undefined}
      className="rounded-md data-over:outline-2 data-over:outline-offset-4 data-over:outline-primary-600"
      {...(!readOnly && handlers)}
    >
      {picture && cover && (
        <img
          src={picture.src}
          alt={cover.alt}
          width={picture.width}
          height={picture.height}
          className={`mt-4 aspect-3/2 rounded-md bg-gray-100 object-cover ${asInStory}`}
          style={{ objectPosition: `${cover.focus?.x ?? 50}% ${cover.focus?.y ?? 50}%` }}
        />
      )}
      {!readOnly && (
        <div className="-ms-3.5 mt-2 flex group-data-focused/writing:hidden flex-wrap items-center">
          <CoverUpload onFiles={take}>{picture ? 'Change cover' : 'Add cover'}</CoverUpload>
          <Button tone="plain" size="sm" onClick={() => setDialog('library')}>
            <Icon name="images" size={16} />
            Your pictures
          </Button>
          {picture && (
            <>
              <Button tone="plain" size="sm" onClick={() => setDialog('focus')}>
                <Icon name="crosshair" size={16} />
                Focal point
              </Button>
              <Button tone="plain" size="sm" onClick={() => change({ cover: null })}>
                <Icon name="x" size={16} />
                Remove
              </Button>
            </>
          )}
        </div>
      )}
      {picture && cover && !readOnly && (
        <div className="mt-2">
          <Setting label="Describe the cover for people who can’t see it">
            {(ids) => (
              <SettingInput
                {...ids}
                name="cover-alt"
                dir="auto"
                value={cover.alt}
                onChange={({ currentTarget }) =>
                  change({ cover: { ...cover, alt: currentTarget.value.slice(0, 500) } })
                }
              />
            )}
          </Setting>
        </div>
      )}
      <UploadRows queue={queue} rows={rows} said={said} />
      {problem && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <LibraryDialog open={dialog === 'library'} onClose={() => setDialog(null)} onChoose={use} />
      {picture && cover && (
        <FocalPointDialog
          // Remount on opening, to start at the current point.
          key={`${picture.src} ${dialog}`}
          picture={picture}
          focus={cover.focus}
          open={dialog === 'focus'}
          onClose={() => setDialog(null)}
          onChoose={(focus) => change({ cover: { ...cover, focus } })}
        />
      )}
    </section>
  )
}

/** As wide as the published cover: wider than the text, unless a panel beside the text takes the space. */
const asInStory =
  'w-full max-w-none md:ms-[calc((100%-min(56rem,100vw-2.5rem))/2)] md:w-[min(56rem,100vw-2.5rem)] xl:max-2xl:group-data-beside/writing:ms-0 xl:max-2xl:group-data-beside/writing:w-full'

function CoverUpload({ children, onFiles }: { children: string; onFiles(files: File[]): void }) {
  return (
    <span data-field="cover" tabIndex={-1} className="outline-none">
      <FileButton kinds="pictures" tone="plain" size="sm" onFiles={onFiles}>
        <Icon name="image-plus" size={16} />
        {children}
      </FileButton>
    </span>
  )
}
