import { Suspense, lazy } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { ShareLinks } from '#site/articles/preview/share-links.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { focusSoon } from './focus-soon.ts'
import { HistoryDialog } from './history-dialog.tsx'
import type { EditorHandle } from '#site/articles/editor/editor-props.ts'
import { Outline } from './outline.tsx'
import { SidePanel } from './side-panel.tsx'
import type { BarAction } from './top-bar.tsx'
import { useWriting } from './writing-context.ts'

const Settings = lazy(async () => ({
  default: (await import('#site/articles/writing/settings/settings.tsx')).Settings,
}))
const RevisionsPanel = lazy(() => import('#site/articles/review/revisions-panel.tsx'))
const NotesPanel = lazy(() => import('#site/articles/review/notes-panel.tsx'))

export type Panel = { name: BarAction; startAt: string | null }

type Props = {
  panel: Panel | null
  editor: EditorHandle | null
  onClose(): void
  onRestored(article: Article): void
  onFind(quote: string): void
}

const loading = <Skeleton className="h-64 w-full rounded-md" />

/** Side panels and dialogs of the editor, each loaded when first opened. */
export function Panels({ panel, editor, onClose, onRestored, onFind }: Props) {
  const { articleId, article, fields } = useWriting()
  const jump = (heading: number) => {
    const isBesideText = matchMedia('(width >= 48rem)').matches
    if (isBesideText) return editor?.goToHeading(heading)
    onClose()
    focusSoon(() => editor?.goToHeading(heading))
  }
  return (
    <>
      <SidePanel open={panel?.name === 'settings'} title="Settings" startAt={panel?.startAt ?? null} onClose={onClose}>
        <Suspense fallback={loading}>
          <Settings />
        </Suspense>
      </SidePanel>
      <SidePanel open={panel?.name === 'notes'} title="Notes" onClose={onClose}>
        <Suspense fallback={loading}>
          <NotesPanel articleId={articleId} onFind={onFind} />
        </Suspense>
      </SidePanel>
      <SidePanel open={panel?.name === 'outline'} title="Outline" onClose={onClose}>
        <Outline editor={editor} onJump={jump} />
      </SidePanel>
      {panel?.name === 'revisions' && article && (
        <Suspense fallback={null}>
          <RevisionsPanel article={{ ...article, ...fields }} onRestored={onRestored} onClose={onClose} />
        </Suspense>
      )}
      <Dialog open={panel?.name === 'share'} onOpenChange={(open) => !open && onClose()} title="Share draft">
        <div className="text-sm text-gray-600">
          <ShareLinks articleId={articleId} />
        </div>
      </Dialog>
      <HistoryDialog articleId={articleId} open={panel?.name === 'history'} onClose={onClose} />
    </>
  )
}
