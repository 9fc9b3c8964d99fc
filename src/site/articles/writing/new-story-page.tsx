import { useLocation } from 'react-router'
import { usePageData } from '#site/page.ts'
import type { newStoryData } from './new-story-data.ts'
import { NewStory } from './new-story.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** Every visit starts a new story, also one from this page. */
export default function NewStoryPage() {
  const { key } = useLocation()
  const { templates, can } = usePageData<typeof newStoryData>()
  return <NewStory key={key} templates={templates} can={can} />
}
