import { redirect } from 'react-router'
import type { DataArgs } from '#site/page.ts'
import { isFormerHandle } from './former-handle.ts'

export async function profileData({ api, params, query }: DataArgs) {
  const ref = params['userId'] ?? ''
  const about = query['tab'] === 'about'
  const [person, page] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    about ? { items: [], next: null } : api('GET /api/stories', { query: { author: ref, before: query['before'] } }),
  ])
  if (isFormerHandle(ref, person)) throw redirect(`/user/${person.handle}${about ? '?tab=about' : ''}`, 301)
  return { person, page, first: query['before'] === undefined, about }
}
