import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { Button } from '#site/ui/button.tsx'

type Props = { theirs: AdminCategory; before: AdminCategory | null; onUse(): void }

/** What another editor changed meanwhile. */
export function CategoryConflict({ theirs, before, onUse }: Props) {
  const changes = [
    { label: 'Name', now: theirs.name, was: before?.name },
    { label: 'Address', now: theirs.slug, was: before?.slug },
    { label: 'Description', now: theirs.description || 'None', was: before?.description || 'None' },
    { label: 'Colour', now: theirs.color ?? 'None', was: before?.color ?? 'None' },
    { label: 'Picture', now: theirs.picture ? 'Changed' : 'Removed', was: samePicture(theirs, before) },
  ].filter(({ now, was }) => now !== was)
  return (
    <section aria-label="The saved version" className="rounded-md border border-gray-300 p-4 text-sm">
      <p className="font-semibold">Saved meanwhile</p>
      <dl className="mt-2 grid gap-1">
        {changes.map(({ label, now }) => (
          <div key={label} className="wrap-anywhere">
            <dt className="inline text-gray-600">{label}: </dt>
            <dd className="inline" dir="auto">
              {now}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-gray-600">“Save mine” replaces it with the fields below.</p>
      <Button tone="quiet" size="sm" className="mt-3" onClick={onUse}>
        Use the saved version
      </Button>
    </section>
  )
}

/** Equal to what is shown for it when it did not change. */
function samePicture(theirs: AdminCategory, before: AdminCategory | null) {
  if (JSON.stringify(theirs.picture) !== JSON.stringify(before?.picture ?? null)) return undefined
  return theirs.picture ? 'Changed' : 'Removed'
}
