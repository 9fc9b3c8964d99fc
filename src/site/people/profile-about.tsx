import type { Profile } from '#contract/people.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

type Props = { person: Profile; own: boolean; onEdit(): void }

/** The longer text, as it was typed: an empty line begins a paragraph. */
export function ProfileAbout({ person: { name, story }, own, onEdit }: Props) {
  const paragraphs = story.split(/\n\s*\n/).filter((text) => text.trim())
  if (paragraphs.length === 0)
    return (
      <EmptyState
        icon="user"
        title={own ? 'You have not written about yourself yet' : `${name} has not written about themselves yet`}
        action={own && <Button onClick={onEdit}>Write something</Button>}
      />
    )
  return (
    <div className="max-w-reading py-8 font-serif text-md leading-relaxed">
      {paragraphs.map((text, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name
        <p key={nth} dir="auto" className="mb-5 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ))}
    </div>
  )
}
