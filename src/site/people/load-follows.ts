import { redirect } from 'react-router'
import type { Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { DataArgs } from '#site/page.ts'
import { isFormerHandle } from './former-handle.ts'

const PAGE_SIZE = 30

export async function loadFollows({ api, params, query }: DataArgs, which: 'followers' | 'following') {
  const ref = params['userId'] ?? ''
  const wanted = { params: { ref }, query: { before: query['before'], limit: PAGE_SIZE } }
  const [person, page]: [Profile, PageOf<Person>] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    api(which === 'followers' ? 'GET /api/people/{ref}/followers' : 'GET /api/people/{ref}/following', wanted),
  ])
  if (isFormerHandle(ref, person)) throw redirect(`/user/${which}/${person.handle}`, 301)
  return { person, page, first: query['before'] === undefined }
}
