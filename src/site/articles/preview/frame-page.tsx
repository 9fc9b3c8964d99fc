import { usePageData } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import type { frameData } from './frame-data.ts'
import { PreviewStory } from './preview-story.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** The bare story that preview frames load. */
export default function FramePage() {
  const data = usePageData<typeof frameData>()
  if (data) return <PreviewStory {...data} />
  return (
    <>
      <h1 className="sr-only">Preview frame</h1>
      <EmptyState icon="file-question-mark" title="No article selected">
        Preview frames load this page to show a single article. Open it from a preview.
      </EmptyState>
    </>
  )
}
