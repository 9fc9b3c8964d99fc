import type { Mail } from '#contract/mail.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { decryptMail } from '#server/platform/mail.ts'

type MailQuery = { before?: string | undefined; limit: number; to?: string | undefined }

export async function listMail(
  { db, vault }: Pick<Ctx, 'db' | 'vault'>,
  { before, limit, to }: MailQuery,
): Promise<PageOf<Mail>> {
  let query = db
    .selectFrom('mail')
    .select(['id', 'kind', 'toAddress as to', 'subject', 'link', 'code', 'createdAt', 'sentAt', 'problem'])
  if (to) query = query.where('toAddress', '=', to.trim().toLowerCase())
  const cursor = timeCursor.read(before)
  if (cursor) query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(...cursor)))
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.createdAt, last.id])
  return {
    items: shown
      .map((row) => decryptMail(vault, row))
      .map(({ createdAt, sentAt, ...mail }) => ({
        ...mail,
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
    next,
  }
}
