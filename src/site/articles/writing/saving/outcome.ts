import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { type FieldName, isFieldName } from './fields.ts'

/** Why something was not taken: which field, and in the text, which block, counted from the first. */
export type Problem = { field: FieldName | null; block: number | null; message: string }

/** What became of a save that did not succeed, and so what happens next. */
export type Outcome =
  /** Nobody knows whether it arrived: the same is sent again. */
  | { kind: 'again'; afterMs: number | null; stumbled: boolean }
  | { kind: 'signed-out' }
  | { kind: 'conflict' }
  | { kind: 'refused'; problems: Problem[] }
  /** It cannot be changed any more: it is gone, in the trash, or not this person's. */
  | { kind: 'closed'; message: string }

const kinds: Partial<Record<RefusalCode, Outcome['kind']>> = {
  'timed-out': 'again',
  'maxretry': 'again',
  'too-many-requests': 'again',
  'sign-in-needed': 'signed-out',
  'user-token-expired': 'signed-out',
  'invalid-user-token': 'signed-out',
  'invalid-refresh-token': 'signed-out',
  'version-conflict': 'conflict',
  'not-found': 'closed',
  'not-allowed': 'closed',
  'wrong-state': 'closed',
  'gone': 'closed',
  'user-disabled': 'closed',
}

export function outcomeOf(error: unknown): Outcome {
  // An answer that is no refusal is a fault of the server's; without a network there is no answer.
  const unanswered = error instanceof TypeError || error instanceof DOMException
  if (!(error instanceof Refusal)) return { kind: 'again', afterMs: null, stumbled: !unanswered }
  const { retryAfter } = error.details
  switch (kinds[error.code] ?? 'refused') {
    case 'again':
      return { kind: 'again', afterMs: typeof retryAfter === 'number' ? retryAfter * 1000 : null, stumbled: false }
    case 'signed-out':
      return { kind: 'signed-out' }
    case 'conflict':
      return { kind: 'conflict' }
    case 'closed':
      return { kind: 'closed', message: closedSentence(error) }
    default:
      return { kind: 'refused', problems: problemsOf(error) }
  }
}

function closedSentence({ code, message }: Refusal) {
  if (code === 'not-found') return 'This story is not there any more, or it is not yours to change.'
  if (code === 'not-allowed') return 'You may not change this story now.'
  return message
}

/** What a person can do about a field that was refused. What the server says of the text is more exact. */
const sentences: Partial<Record<FieldName, string>> = {
  title: 'A title has up to 200 letters.',
  subtitle: 'A subtitle has up to 300 letters.',
  category: 'This category is not there any more. Choose another.',
  tags: 'Up to five tags, each of up to 40 letters.',
  excerpt: 'An excerpt has up to 500 letters.',
  slug: 'Letters and digits, with single hyphens between them.',
  canonical: 'A whole address, such as https://example.com/my-story.',
  seoTitle: 'Up to 200 letters.',
  seoDescription: 'Up to 500 letters.',
  language: 'This language is not one we know.',
  cover: 'This picture is not there any more. Choose another.',
}

export function problemsOf(error: Refusal): Problem[] {
  if (error.code === 'slug-taken') return [{ field: 'slug', block: null, message: error.message }]
  if (error.code === 'too-large')
    return [{ field: 'body', block: null, message: 'The text is longer than a story can be. Divide it in two.' }]
  const { issues } = error.details
  const named = Array.isArray(issues) ? issues.map(problemOf) : []
  return named.length > 0 ? named : [{ field: null, block: null, message: error.message }]
}

/** A path reads `body, body, content.3.attrs` or `body, title`, in parts or joined by dots: the first names the request's own body. */
function problemOf(issue: { path?: unknown; message?: unknown }): Problem {
  const parts = (Array.isArray(issue.path) ? issue.path : [issue.path]).flatMap((part) => String(part).split('.'))
  const [, name] = parts[0] === 'body' ? parts : ['body', ...parts]
  const said = typeof issue.message === 'string' ? issue.message : 'This was not taken.'
  const inText = name === 'content' || name === 'doc'
  const field = isFieldName(name) ? name : inText ? 'body' : null
  const after = parts[parts.indexOf('content') + 1]
  const block = field === 'body' && parts.includes('content') && after !== undefined ? Number(after) : null
  return {
    field,
    block: Number.isInteger(block) ? block : null,
    message: (field && sentences[field]) ?? said,
  }
}
