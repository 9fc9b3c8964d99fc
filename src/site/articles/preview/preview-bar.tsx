import { hasRole } from '#contract/endpoint.ts'
import { stateLabels } from '#site/stories/article-labels.ts'
import { useShell } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import type { Audience, PreviewParts } from './preview-parts.ts'
import { ShareLinksButton } from './share-links.tsx'
import { type Device, devices } from './use-native-device.ts'

export type View = Device | 'search' | 'social'

const views: Record<View, { name: string; icon: string }> = {
  ...devices,
  search: { name: 'Search result', icon: 'search' },
  social: { name: 'Social card', icon: 'share-2' },
}

const audiences: Record<Audience, { name: string; icon: string }> = {
  visitor: { name: 'As a visitor', icon: 'user' },
  member: { name: 'As a member', icon: 'user-check' },
}

type Props = {
  preview: PreviewParts['preview']
  view: View
  onView(view: View): void
  /** Null when the story has no members-only part. */
  as: Audience | null
  onAs(as: Audience): void
}

export function PreviewBar({ preview, view, onView, as, onAs }: Props) {
  const { viewer } = useShell()
  const { id, state, mayEdit, author } = preview
  const { name, tone } = stateLabels[state]
  const others = hasRole(viewer, 'editor') && author.id !== viewer?.id
  return (
    <section
      aria-label="Preview"
      className="no-print z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-gray-200 bg-gray-50 px-4 py-2 sm:sticky sm:top-14"
    >
      <Badge tone={tone}>{name}</Badge>
      <SegmentedControl label="View as" choices={views} value={view} onChoose={onView} />
      {as && <SegmentedControl label="Audience" choices={audiences} value={as} onChoose={onAs} />}
      {mayEdit && (
        <div className="ms-auto flex gap-2">
          <ShareLinksButton articleId={id} />
          <ButtonLink to={others ? `/admin/articles/edit?id=${id}` : `/articles/edit?id=${id}`} size="sm">
            <Icon name="pencil" size={16} />
            Edit
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
