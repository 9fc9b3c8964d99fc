import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { type FieldName, isFieldName } from './fields.ts'

/** Why the server refused a field; in the body, the index of the block. */
export type FieldError = { field: FieldName | null; block: number | null; message: string }

export type SaveFailure =
  /** Whether the save arrived is unknown: the same attempt is sent again. */
  | { kind: 'retry'; afterMs: number | null; isServerError: boolean }
  | { kind: 'signed-out' }
  | { kind: 'conflict' }
  | { kind: 'refused'; errors: FieldError[] }
  /** The article cannot be edited any more: it is deleted, in the trash, or this person lost access. */
  | ({ kind: 'closed' } & ClosedReason)

export type ClosedReason = { code: RefusalCode; message: string }

const kinds: Partial<Record<RefusalCode, SaveFailure['kind']>> = {
  'timed-out': 'retry',
  'maxretry': 'retry',
  'too-many-requests': 'retry',
  'sign-in-needed': 'signed-out',
  'user-token-expired': 'signed-out',
  'invalid-user-token': 'signed-out',
  'invalid-refresh-token': 'signed-out',
  'version-conflict': 'conflict',
  'not-found': 'closed',
  'nodata': 'closed',
  'not-allowed': 'closed',
  'wrong-state': 'closed',
  'gone': 'closed',
  'user-disabled': 'closed',
}

export function failureOf(error: unknown): SaveFailure {
  // `fetch` throws these when there is no response. Any other error is a response of a broken server.
  const unanswered = error instanceof TypeError || error instanceof DOMException
  if (!(error instanceof Refusal)) return { kind: 'retry', afterMs: null, isServerError: !unanswered }
  const { retryAfter } = error.details
  switch (kinds[error.code] ?? 'refused') {
    case 'retry':
      return { kind: 'retry', afterMs: typeof retryAfter === 'number' ? retryAfter * 1000 : null, isServerError: false }
    case 'signed-out':
      return { kind: 'signed-out' }
    case 'conflict':
      return { kind: 'conflict' }
    case 'closed':
      return { kind: 'closed', code: error.code, message: error.message }
    default:
      return { kind: 'refused', errors: fieldErrorsOf(error) }
  }
}

export function closedMessage({ code, message }: ClosedReason, noun: 'story' | 'page') {
  if (code === 'not-found') return `This ${noun} no longer exists, or you no longer have access to it.`
  if (code === 'not-allowed') return `You can’t edit this ${noun} right now.`
  return message
}

/** How to correct a refused field. For the body, the server's message is more exact. */
const messages: Partial<Record<FieldName, string>> = {
  title: 'The title can have up to 200 characters.',
  subtitle: 'The subtitle can have up to 300 characters.',
  category: 'This category no longer exists. Choose another.',
  tags: 'Use up to five tags with up to 40 characters each.',
  excerpt: 'The excerpt can have up to 500 characters.',
  slug: 'Use letters and digits, separated by single hyphens.',
  canonical: 'Enter a full URL, such as https://example.com/my-story.',
  seoTitle: 'Use up to 200 characters.',
  seoDescription: 'Use up to 500 characters.',
  language: 'This language isn’t supported. Choose another.',
  cover: 'This picture no longer exists. Choose another.',
}

function fieldErrorsOf(error: Refusal): FieldError[] {
  if (error.code === 'slug-taken') return [{ field: 'slug', block: null, message: error.message }]
  if (error.code === 'too-large')
    return [{ field: 'body', block: null, message: 'This text is too long. Split it in two.' }]
  const { issues } = error.details
  const named = Array.isArray(issues) ? issues.map(fieldErrorOf) : []
  return named.length > 0 ? named : [{ field: null, block: null, message: error.message }]
}

/** A path is `body, body, content.3.attrs` or `body, title`, in parts or joined by dots; the first part is the request body. */
function fieldErrorOf(issue: { path?: unknown; message?: unknown }): FieldError {
  const parts = (Array.isArray(issue.path) ? issue.path : [issue.path]).flatMap((part) => String(part).split('.'))
  const [, name] = parts[0] === 'body' ? parts : ['body', ...parts]
  const fallback = typeof issue.message === 'string' ? issue.message : 'This value isn’t valid.'
  const inText = name === 'content' || name === 'doc'
  const field = isFieldName(name) ? name : inText ? 'body' : null
  const after = parts[parts.indexOf('content') + 1]
  const block = field === 'body' && parts.includes('content') && after !== undefined ? Number(after) : null
  return {
    field,
    block: Number.isInteger(block) ? block : null,
    message: (field && messages[field]) ?? fallback,
  }
}
