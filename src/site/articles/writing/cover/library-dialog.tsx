import { useEffect, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

type Props = { open: boolean; onClose(): void; onChoose(media: Media): void }

export function LibraryDialog({ open, onClose, onChoose }: Props) {
  return (
    <Dialog wide open={open} onOpenChange={(next) => !next && onClose()} title="Your pictures">
      <Pictures
        onChoose={(media) => {
          onChoose(media)
          onClose()
        }}
      />
    </Dialog>
  )
}

const DEBOUNCE_MS = 250

function Pictures({ onChoose }: Pick<Props, 'onChoose'>) {
  const api = useApi()
  const [q, setQ] = useState('')
  const [items, setItems] = useState<readonly Media[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let current = true
    const load = () =>
      api('GET /api/media', { query: { kind: 'picture', limit: 24, ...(q && { q }) } }).then(
        (page) => {
          if (!current) return
          setItems(page.items)
          setProblem(null)
        },
        (error: unknown) => current && setProblem(errorMessage(error)),
      )
    const timer = setTimeout(() => void load(), q ? DEBOUNCE_MS : 0)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, q])

  return (
    <>
      <input
        type="search"
        aria-label="Search your pictures"
        placeholder="Search"
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value.slice(0, 200))}
        className={`mb-4 min-h-11 ${controlLook}`}
      />
      {problem && <Banner tone="danger">{problem}</Banner>}
      {items === null && !problem && <Skeleton className="h-48 w-full rounded-md" />}
      {items?.length === 0 && <EmptyState icon="images" title={q ? 'No matching pictures' : 'No pictures yet'} />}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {items?.map((media) => (
          <li key={media.id}>
            <button
              type="button"
              aria-label={`Use ${media.name}`}
              onClick={() => onChoose(media)}
              className="block w-full rounded-md hover:opacity-80"
            >
              {media.picture && (
                <Photo
                  picture={{ ...media.picture, alt: '' }}
                  sizes="(width >= 40rem) 14rem, 45vw"
                  className="aspect-3/2 w-full"
                />
              )}
              <span className="mt-1 block truncate text-start text-sm text-gray-600" dir="auto">
                {media.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
