import { usePageData } from '#site/page.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import type { announcementsData } from './announcements-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function AnnouncementsPage() {
  const data = usePageData<typeof announcementsData>()
  if (data.kind === 'new') return <AnnouncementForm key="new" announcement={null} />
  // A form starts with what was loaded. It is not replaced when the data is loaded again.
  if (data.kind === 'edit') return <AnnouncementForm key={data.announcement.id} announcement={data.announcement} />
  return <AnnouncementList {...data} />
}
