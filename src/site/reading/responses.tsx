import { Link } from 'react-router'
import type { StoryResponse, Thread } from '#contract/conversation.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Time } from '#site/ui/time.tsx'

type Props = { responses: { items: readonly Thread[]; count: number }; open: boolean }

/** The conversation below a story. */
export function Responses({ responses: { items, count }, open }: Props) {
  if (count === 0 && !open) return null
  return (
    <section aria-labelledby="responses" className="no-print mt-12">
      <h2 id="responses" className="font-serif text-xl font-semibold">
        {count === 0 ? 'Responses' : `${count} ${count === 1 ? 'response' : 'responses'}`}
      </h2>
      {count === 0 && <p className="mt-3 text-gray-600">Nobody has responded yet.</p>}
      <ol className="mt-6 grid grid-cols-1 gap-8">
        {items.map(({ response, replies }) => (
          <li key={response.id}>
            <Entry {...response} />
            {replies.items.length > 0 && (
              <ol className="mt-6 grid grid-cols-1 gap-6 border-s border-gray-200 ps-5">
                {replies.items.map((reply) => (
                  <li key={reply.id}>
                    <Entry {...reply} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Entry({ id, author, text, createdAt }: StoryResponse) {
  if (!author) return <p className="text-gray-600">This response was deleted.</p>
  return (
    <article id={`response-${id}`} aria-label={`Response by ${author.name}`}>
      <p className="flex items-center gap-2.5 text-sm">
        <Avatar name={author.name} src={author.avatar?.src ?? null} size={32} />
        <span className="min-w-0">
          <Link
            to={`/user/${author.handle}`}
            viewTransition
            className="block truncate font-medium hover:underline"
            dir="auto"
          >
            {author.name}
          </Link>
          <Time at={createdAt} className="text-gray-600" />
        </span>
      </p>
      <div className="mt-2.5 whitespace-pre-line text-gray-800" dir="auto">
        {text}
      </div>
    </article>
  )
}
