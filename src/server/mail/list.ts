import { z } from 'zod'
import type { Mail } from '#contract/mail.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cutPage, decodeCursor } from '#server/platform/cursor.ts'

const AfterMail = z.tuple([z.number(), z.string()])

type Wanted = { before?: string | undefined; limit: number; to?: string | undefined }

/** What the site mailed, newest first; to one address when asked. */
export async function listMail({ db }: Pick<Ctx, 'db'>, { before, limit, to }: Wanted): Promise<PageOf<Mail>> {
  let query = db
    .selectFrom('mail')
    .select(['id', 'kind', 'toAddress as to', 'subject', 'link', 'code', 'createdAt', 'sentAt', 'problem'])
  if (to) query = query.where('toAddress', '=', to.trim().toLowerCase())
  if (before !== undefined) {
    const [time, id] = decodeCursor(AfterMail, before)
    query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(new Date(time), id)))
  }
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = cutPage(rows, limit, (last) => [last.createdAt.getTime(), last.id])
  return {
    items: shown.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    next,
  }
}
