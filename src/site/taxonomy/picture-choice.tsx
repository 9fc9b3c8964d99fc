import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { MAX_ALT_LENGTH } from '#contract/constants.ts'
import type { Picture } from '#contract/shapes.ts'
import type { CategoryFields } from '#contract/taxonomy/taxonomy.ts'
import { FocalPointDialog } from '#site/articles/writing/cover/focal-point-dialog.tsx'
import { LibraryDialog } from '#site/articles/writing/cover/library-dialog.tsx'
import { FileButton } from '#site/storage/file-button.tsx'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useUploads } from '#site/storage/use-uploads.ts'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'

export type ChosenPicture = NonNullable<CategoryFields['picture']> & { picture: Picture }
type Props = { value: ChosenPicture | null; onChange(chosen: ChosenPicture | null): void }

/** A picture from the library or a new upload, with its alternative text and focal point. */
export function PictureChoice({ value, onChange }: Props) {
  const [dialog, setDialog] = useState<'library' | 'focus' | null>(null)
  const { queue, rows, said } = useUploads({ kinds: 'pictures', onTaken: use })

  function use({ id, picture }: Media) {
    if (picture) onChange({ media: id, alt: picture.alt, focus: null, picture })
  }

  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-gray-800">Picture</legend>
      {value && (
        <img
          src={value.picture.src}
          alt={value.alt}
          width={value.picture.width}
          height={value.picture.height}
          className="mt-2 aspect-3/2 w-full max-w-64 rounded-md bg-gray-100 object-cover"
          style={{ objectPosition: `${value.focus?.x ?? 50}% ${value.focus?.y ?? 50}%` }}
        />
      )}
      <div className="-ms-3.5 mt-1 flex flex-wrap items-center">
        <FileButton kinds="pictures" tone="plain" size="sm" onFiles={(files) => queue.add(files.slice(0, 1))}>
          <Icon name="image-plus" size={16} />
          {value ? 'Replace picture' : 'Upload picture'}
        </FileButton>
        <Button tone="plain" size="sm" onClick={() => setDialog('library')}>
          <Icon name="images" size={16} />
          Your pictures
        </Button>
        {value && (
          <>
            <Button tone="plain" size="sm" onClick={() => setDialog('focus')}>
              <Icon name="crosshair" size={16} />
              Focal point
            </Button>
            <Button tone="plain" size="sm" onClick={() => onChange(null)}>
              <Icon name="x" size={16} />
              Remove picture
            </Button>
          </>
        )}
      </div>
      <UploadRows queue={queue} rows={rows} said={said} />
      {value && (
        <TextField
          name="alt"
          label="Picture description"
          maxLength={MAX_ALT_LENGTH}
          dir="auto"
          value={value.alt}
          onValueChange={(alt) => onChange({ ...value, alt })}
          hint="For people who can’t see the picture. Leave blank if it is decoration."
        />
      )}
      <LibraryDialog open={dialog === 'library'} onClose={() => setDialog(null)} onChoose={use} />
      {value && (
        <FocalPointDialog
          // Remount on opening, to start at the current point.
          key={`${value.picture.src} ${dialog}`}
          picture={value.picture}
          focus={value.focus}
          open={dialog === 'focus'}
          onClose={() => setDialog(null)}
          onChoose={(focus) => onChange({ ...value, focus })}
        />
      )}
    </fieldset>
  )
}
