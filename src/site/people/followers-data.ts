import type { DataArgs } from '#site/page.ts'
import { followsData } from './follows-data.ts'

export async function followersData(args: DataArgs) {
  return followsData(args, 'followers')
}
