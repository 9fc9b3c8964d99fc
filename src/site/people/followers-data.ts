import type { DataArgs } from '#site/page.ts'
import { loadFollows } from './load-follows.ts'

export async function followersData(args: DataArgs) {
  return loadFollows(args, 'followers')
}
