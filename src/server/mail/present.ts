import type { Mail } from '#contract/mail/mail.ts'
import { type MailSituation, type mailPage, stateOf } from './queries.ts'

type Row = Omit<Awaited<ReturnType<typeof mailPage>>['shown'][number], 'sortKey' | 'sortId'>

/** Links and codes open accounts. Without a mail server, admins pass them on; with one, they never see them. */
export function presentMail(row: Row, situation: MailSituation): Mail {
  const { hasServer } = situation
  return {
    id: row.id,
    kind: row.kind,
    to: row.to,
    subject: row.subject,
    state: stateOf(row, situation),
    link: hasServer ? null : row.link,
    code: hasServer ? null : row.code,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    problem: row.problem,
  }
}
