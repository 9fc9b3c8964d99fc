import type { Ctx } from '#server/platform/ctx.ts'
import { lineRows, presentLines } from './lines.ts'
import type { Line } from './words.ts'

/** These lines as their people may see them now, in the order of the ids; also those that are not in the list on the site. */
export async function linesToDeliver(ctx: Ctx, ids: string[]): Promise<Line[]> {
  if (ids.length === 0) return []
  const rows = await lineRows(ctx.db).clearWhere().where('notification.id', 'in', ids).execute()
  const lines = new Map((await presentLines(ctx, rows)).map(({ line }) => [line.id, line]))
  return ids.flatMap((id) => lines.get(id) ?? [])
}
