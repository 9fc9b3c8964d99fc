import { redirect } from 'react-router'
import type { Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { DataArgs } from '#site/page.ts'
import { isFormer } from './former.ts'

const AT_ONCE = 30

/** Somebody and one of their lists of people. */
export async function listFollows({ api, params, query }: DataArgs, which: 'followers' | 'following') {
  const ref = params['userId'] ?? ''
  const wanted = { params: { ref }, query: { before: query['before'], limit: AT_ONCE } }
  const [person, page]: [Profile, PageOf<Person>] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    api(which === 'followers' ? 'GET /api/people/{ref}/followers' : 'GET /api/people/{ref}/following', wanted),
  ])
  if (isFormer(ref, person)) throw redirect(`/user/${which}/${person.handle}`, 301)
  return { person, page, first: query['before'] === undefined }
}
