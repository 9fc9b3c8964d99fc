import { useLocation } from 'react-router'
import { usePageData } from '#site/page.ts'
import type { newStoryData } from './new-story-data.ts'
import { NewStory } from './new-story.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** Every visit begins another story, also when it comes from this very page. */
export default function NewStoryPage() {
  const { key } = useLocation()
  const { templates } = usePageData<typeof newStoryData>()
  return <NewStory key={key} templates={templates} />
}
