import type { Profile } from '#contract/people.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

type Props = { person: Profile; own: boolean; onEdit(): void }

/** Plain text. An empty line starts a paragraph. */
export function ProfileAbout({ person: { name, story }, own, onEdit }: Props) {
  const paragraphs = story.split(/\n\s*\n/).filter((text) => text.trim())
  if (paragraphs.length === 0)
    return (
      <EmptyState
        icon="user"
        title={own ? 'You haven’t added an About section yet' : `${name} hasn’t added an About section yet`}
        action={own && <Button onClick={onEdit}>Edit profile</Button>}
      />
    )
  return (
    <div className="max-w-reading py-8 font-serif text-md leading-relaxed">
      {paragraphs.map((text, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other key
        <p key={nth} dir="auto" className="mb-5 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ))}
    </div>
  )
}
