import type { DataArgs } from '#site/page.ts'
import { listFollows } from './list-follows.ts'

export async function followersData(args: DataArgs) {
  return listFollows(args, 'followers')
}
